import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the secret from `<dataDir>/keys`, or undefined if it does not exist. */
export function findStoredSecret(dataDir: string, name: string): string | undefined {
  const file = join(dataDir, "keys", name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** Returns the secret from `<dataDir>/keys`, or stores `fresh` there, readable only by its owner. */
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
      // Fails if the file exists. A process that starts concurrently sees no secret or the complete one, never a part
      // of it.
      linkSync(whole, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(whole, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}
