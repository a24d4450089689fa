import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunningServer } from "../../kit/server/runningServer";

/** What the attacker's process does, in that many connections; see `attacker.mjs`. */
export interface Attack {
  way: "loop" | "stall" | "unread" | "pipeline";
  connections: number;
  /** The address it comes from. */
  from: string;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  bodyFile?: string;
  /** For `stall`: so many of the last bytes, one of them each time. */
  keptBack?: number;
  everyMs?: number;
  /** For `pipeline`: requests in one packet, and whether their responses are read. */
  depth?: number;
  reads?: boolean;
}

const program = fileURLToPath(new URL("attacker.mjs", import.meta.url));

/** Does the work while others attack; answers how their requests were answered, by status, too. */
export async function under<T>(
  server: RunningServer,
  folder: string,
  attacks: readonly Attack[],
  work: () => Promise<T>,
): Promise<{ result: T; statuses: string }> {
  const list = join(folder, "attacks.json");
  await writeFile(list, JSON.stringify(attacks));
  const { port } = new URL(server.url);
  // With what is left of the machine: it is the server's work for them that is to be seen, not theirs beside it.
  const child = spawn("nice", ["-n", "19", process.execPath, program, port, list], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let statuses = "";
  child.stdout.on("data", (text: Buffer) => (statuses = text.toString().trim().split("\n").at(-1)!));
  try {
    // It counts from when the attack is under way.
    await once(child.stdout, "data");
    await once(child.stdout, "data");
    return { result: await work(), statuses };
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}
