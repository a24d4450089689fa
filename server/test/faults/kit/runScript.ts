import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface ScriptEnding {
  code: number | null;
  /** Without npm's own lines. */
  stdout: string;
  stderr: string;
}

/** Runs `npm run <script> -- <given>` with these settings to its end. */
export async function runScript(
  script: string,
  given: readonly string[],
  settings: Record<string, string>,
): Promise<ScriptEnding> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn("npm", ["run", "--silent", script, "--", ...given], {
    env: { PATH, HOME, NODE_ENV: "test", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "exit") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr: stderr.replace(/^npm (warn|notice).*\n/gm, "") };
}
