/**
 * Processes of the bench. The measured servers run on one core and the load on another, if the machine has two.
 * Servers listen on 127.0.0.1.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";

const readyWithinMs = 60_000;
const stopWithinMs = 15_000;
const endWithinMs = 10 * 60_000;
const lookEveryMs = 100;

/** The cores for the servers and for the load; undefined if the machine has only one core or no `taskset`. */
export const cores = findCores();

const running = new Set<ChildProcess>();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

export interface Command {
  args: readonly string[];
  /** The whole environment; the caller's environment is not inherited. */
  env: Readonly<Record<string, string>>;
}

export interface StartedServer {
  origin: string;
  pid: number;
  /**
   * Returns the maximum observed memory (RSS) since the last call, in bytes; undefined if the system does not
   * report it.
   */
  takePeakMemory(): number | undefined;
  stop(): Promise<void>;
}

/** Starts a server; resolves when its output contains `ready`. */
export async function startServer(command: Command, port: number, core?: number): Promise<StartedServer> {
  const child = launch(command, core);
  let said = "";
  const ready = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No server within ${readyWithinMs} ms`)), readyWithinMs);
    child.stdout!.on("data", (text: Buffer) => {
      // Later output is ignored, but it must be read so that the server does not block on a full pipe.
      if (said.length < 10_000) said += text.toString();
      if (said.includes("ready")) resolve(clearTimeout(late));
    });
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
  try {
    await ready;
  } catch (error) {
    await stop(child);
    throw error;
  }
  let peak = 0;
  const look = setInterval(() => (peak = Math.max(peak, memoryOf(child.pid!))), lookEveryMs);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    takePeakMemory() {
      const found = peak;
      peak = 0;
      return found || undefined;
    },
    async stop() {
      clearInterval(look);
      await stop(child);
    },
  };
}

/** Runs a command and returns its output; throws if it fails or takes longer than `withinMs`. */
export async function runToEnd(
  command: Command,
  { core, withinMs = endWithinMs }: { core?: number; withinMs?: number } = {},
): Promise<string> {
  const child = launch(command, core);
  const late = setTimeout(() => child.kill("SIGKILL"), withinMs);
  let output = "";
  child.stdout!.on("data", (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(late);
  running.delete(child);
  if (code !== 0)
    throw new Error(`${command.args.join(" ")} ${code === null ? "took too long" : "failed"}\n${output}`);
  return output;
}

/** Returns a port that is currently free. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

function launch({ args, env }: Command, core: number | undefined): ChildProcess {
  const [file, ...rest] =
    core === undefined
      ? [process.execPath, ...args]
      : ["taskset", "-c", String(core), process.execPath, ...args];
  const child = spawn(file, rest, { env, stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const late = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    child.kill("SIGTERM");
    await once(child, "exit");
    clearTimeout(late);
  }
  running.delete(child);
}

function memoryOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(file, "utf8"))?.[1] ?? 0) * 1024;
}

function findCores(): { server: number; load: number } | undefined {
  const own = "/proc/self/status";
  if (!existsSync(own) || spawnSync("taskset", ["--version"]).status !== 0) return undefined;
  const [, list = ""] = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync(own, "utf8")) ?? [];
  const allowed = list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  const [server, load] = [allowed[0], allowed.at(-1)];
  return server === undefined || load === undefined || server === load ? undefined : { server, load };
}
