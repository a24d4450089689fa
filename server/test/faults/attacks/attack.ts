import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunningServer } from "../../kit/server/runningServer";

/** An attack that `attacker.mjs` runs over several connections. */
export interface Attack {
  way: "loop" | "stall" | "unread" | "pipeline";
  connections: number;
  /** Local address of the connections. */
  from: string;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  bodyFile?: string;
  /** For `stall`: bytes to hold back at the end of the body and send one at a time. */
  keptBack?: number;
  everyMs?: number;
  /** For `pipeline`: requests in one packet, and whether their responses are read. */
  depth?: number;
  reads?: boolean;
}

const program = fileURLToPath(new URL("attacker.mjs", import.meta.url));

/** Runs the work during the attacks; returns its result, and the attacker's responses by status. */
export async function under<T>(
  server: RunningServer,
  folder: string,
  attacks: readonly Attack[],
  work: () => Promise<T>,
): Promise<{ result: T; statuses: string }> {
  const list = join(folder, "attacks.json");
  await writeFile(list, JSON.stringify(attacks));
  const { port } = new URL(server.url);
  // Lowest priority, so that the test measures the server's load, not the attacker's own.
  const child = spawn("nice", ["-n", "19", process.execPath, program, port, list], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let statuses = "";
  child.stdout.on("data", (text: Buffer) => (statuses = text.toString().trim().split("\n").at(-1)!));
  try {
    // The second line of output shows that the attack is under way.
    await once(child.stdout, "data");
    await once(child.stdout, "data");
    return { result: await work(), statuses };
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}
