import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Ending {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the built server with these settings, where it is to end by itself, and answers how it did. */
export async function runServerToEnd(environment: Record<string, string>): Promise<Ending> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    env: { PATH, HOME, NODE_ENV: "test", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    // Ends a server that went on after all; the code is then null.
    timeout: 30_000,
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "exit") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}
