import { spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { RunningServer } from "./runningServer";
import { createDataDir, storageSettings } from "./testDatabase.mjs";

const startWithinMs = 120_000;

/** Numbers of the staff members that each test server has from the start. */
const staffPhones = Array.from({ length: 9 }, (_, index) => `+91900000000${index}`).join();

/** A server with its own data folder, for suites that need special settings, stop or start it, or read its output. */
export class TestServer extends RunningServer {
  readonly #launcher: readonly string[];
  #process: ChildProcess | undefined;
  #output = "";

  private constructor(
    dataDir: string,
    port: number,
    environment: Record<string, string>,
    launcher: readonly string[],
  ) {
    const defaults = {
      NODE_ENV: "test",
      PORT: String(port),
      DATA_DIR: dataDir,
      STAFF_PHONES: staffPhones,
      JOBS_EVERY_SECONDS: "0.5",
    };
    super(dataDir, `http://${environment["HOST"] ?? "127.0.0.1"}:${port}`, { ...defaults, ...environment });
    this.#launcher = launcher;
  }

  /**
   * Starts on a new data folder, or on `DATA_DIR`; `launcher` is a command, such as `setsid`, that runs the server's
   * command.
   */
  static async start(
    environment: Record<string, string> = {},
    launcher: readonly string[] = [],
  ): Promise<TestServer> {
    const dataDir = environment["DATA_DIR"] ?? (await createDataDir("visaport-test-"));
    const settings = { ...(await storageSettings(dataDir)), ...environment };
    const server = new TestServer(dataDir, await findFreePort(), settings, launcher);
    await server.start();
    return server;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get isRunning(): boolean {
    return (
      this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
    );
  }

  /** All output of the process so far. */
  get output(): string {
    return this.#output;
  }

  async start(): Promise<void> {
    const { PATH = "", HOME = "" } = process.env;
    const [command, ...given] = [...this.#launcher, process.execPath, "dist/server/main.js"];
    const child = spawn(command, given, {
      env: { PATH, HOME, ...this.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    const before = this.#output.length;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The server did not start in time\n${this.#output}`)),
        startWithinMs,
      );
      const read = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (this.#output.includes("Visaport is ready", before)) resolve();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", (code) => reject(new Error(`The server ended with ${code}\n${this.#output}`)));
      child.once("exit", () => clearTimeout(timer));
      void Promise.resolve().then(() => timer.unref());
    });
  }

  /** Waits until the process has printed the text. */
  async untilPrinted(text: string): Promise<void> {
    await this.untilOutput((output) => output.includes(text));
  }

  /** Waits until the output satisfies the condition. */
  async untilOutput(isAsWanted: (output: string) => boolean): Promise<void> {
    while (!isAsWanted(this.#output)) await once(this.#process!.stdout!, "data");
  }

  /** Stops the process and waits for its end; returns its exit code. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    return this.#end(signal, this.pid);
  }

  /** Like `stop`, but also signals child processes, as Ctrl-C or systemd does. The launcher has to be `setsid`. */
  async stopGroup(signal: NodeJS.Signals): Promise<number | null> {
    return this.#end(signal, -this.pid);
  }

  async #end(signal: NodeJS.Signals, target: number): Promise<number | null> {
    const child = this.#process;
    if (!child || !this.isRunning) return child?.exitCode ?? null;
    const ended = once(child, "exit");
    process.kill(target, signal);
    const [code] = (await ended) as [number | null];
    return code;
  }

  /** Changes settings for the next start; undefined removes a setting. */
  configure(changes: Record<string, string | undefined>): void {
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) delete this.environment[name];
      else this.environment[name] = value;
  }

  async restart(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await this.stop(signal);
    this.#output = "";
    await this.start();
  }

  /** Stops the server and removes its data folder. */
  async dispose(): Promise<void> {
    await this.stop("SIGKILL");
    for (const path of [this.dataDir, `${this.dataDir}-staff-numbers`, `${this.dataDir}-database-url`])
      await rm(path, { recursive: true, force: true });
  }
}

/**
 * Returns a free port outside the range for outgoing connections, so that a stopped server can use it again.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    const probe = createServer().listen(port, "127.0.0.1");
    try {
      await once(probe, "listening");
    } catch {
      continue;
    }
    probe.close();
    await once(probe, "close");
    return port;
  }
}
