import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { knownStorage } from "./testDatabase.mjs";

export interface Ending {
  /** Null if a signal ended the program, for example because it exceeded `withinMs`. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program with these settings, on the database that belongs to their `DATA_DIR`; returns its exit code and
 * output.
 */
export async function runToEnd(
  [program = "", ...given]: readonly string[],
  settings: Record<string, string>,
  withinMs = 120_000,
): Promise<Ending> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(program, given, {
    env: { PATH, HOME, NODE_ENV: "test", ...knownStorage(settings["DATA_DIR"] ?? ""), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: withinMs,
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "exit") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

/** Starts the built server for tests in which it must exit on its own. */
export function runServerToEnd(settings: Record<string, string>): Promise<Ending> {
  return runToEnd([process.execPath, "dist/server/main.js"], settings, 30_000);
}

/** Runs `npm run <script> -- <given>`; the result does not contain npm's own lines. */
export async function runScript(
  script: string,
  given: readonly string[],
  settings: Record<string, string>,
): Promise<Ending> {
  const ending = await runToEnd(["npm", "run", "--silent", script, "--", ...given], settings);
  return { ...ending, stderr: ending.stderr.replace(/^npm (warn|notice).*\n/gm, "") };
}
