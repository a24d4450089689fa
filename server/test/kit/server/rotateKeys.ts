import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { RunningServer } from "./runningServer";
import { knownStorage } from "./testDatabase.mjs";

/** Runs `npm run keys:rotate` as a separate process, on the data of a server that may be running. */
export class KeyRotationRun {
  readonly #child: ChildProcess;
  output = "";

  constructor({ dataDir }: RunningServer, settings: Record<string, string>, ...options: string[]) {
    const { PATH = "", HOME = "" } = process.env;
    this.#child = spawn(process.execPath, ["dist/server/rotateKeys.js", ...options], {
      env: {
        PATH,
        HOME,
        NODE_ENV: "test",
        DATA_DIR: dataDir,
        ...knownStorage(dataDir),
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 240_000,
    });
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
  }

  /** Waits until `batches` batches are committed, then kills the command, as a power cut would. */
  async killAfter(batches: number): Promise<void> {
    const ended = once(this.#child, "close");
    while (this.output.split("\n").length <= batches) {
      const isOver = await Promise.race([ended, once(this.#child.stdout!, "data")]);
      if (isOver.length > 1) throw new Error(`The rotation ended before it could be killed\n${this.output}`);
    }
    this.#child.kill("SIGKILL");
    await ended;
  }

  async end(): Promise<{ code: number | null; output: string }> {
    const [code] = (await once(this.#child, "close")) as [number | null];
    return { code, output: this.output };
  }
}
