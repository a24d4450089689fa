import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Ending } from "./runServer";
import type { TestServer } from "./testServer";

/** Runs a command of `server/commands` on the data of that server, beside it, and answers how it ended. */
export async function runCommand({ dataDir }: Pick<TestServer, "dataDir">, name: string): Promise<Ending> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [`dist/server/${name}.js`], {
    env: { PATH, HOME, NODE_ENV: "test", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
    // Ends one that hangs; the code is then null.
    timeout: 120_000,
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "exit") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}
