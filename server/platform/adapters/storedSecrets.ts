import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The secret of that name in `<dataDir>/keys`, where somebody has put one. */
export function findStoredSecret(dataDir: string, name: string): string | undefined {
  const file = join(dataDir, "keys", name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** Reads the secret of that name from `<dataDir>/keys`, or puts `fresh` there; readable by the owner only. */
export function loadOrCreateSecret(
  dataDir: string,
  name: string,
  fresh = randomBytes(32).toString("base64url"),
): string {
  const folder = join(dataDir, "keys");
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const whole = `${file}-${randomBytes(6).toString("hex")}`;
    try {
      writeFileSync(whole, fresh, { mode: 0o600, flag: "wx", flush: true });
      // Fails if the file exists. Another start sees no secret or all of it, so that both agree on one.
      linkSync(whole, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(whole, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}
