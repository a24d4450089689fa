/** `WORKERS`: several processes of the server on one machine, which share its socket (Node's cluster). */
import cluster from "node:cluster";
import { once } from "node:events";
import type { Log } from "../core/ports";

/**
 * Delay in milliseconds before a worker is replaced, so that workers that fail at their start do not use up the CPU.
 */
const pauseMs = 2_000;

/**
 * Starts the workers one after another. If a worker exits before all have started, a setting is probably wrong, so this
 * process exits with the worker's code. Later, a worker that exits is replaced.
 */
export function startWorkers(count: number, log: Log) {
  let state: "starting" | "running" | "stopping" = "starting";
  let exitCode = 0;
  cluster.on("exit", ({ process: { pid } }, code: number | null, signal: string) => {
    if (state === "starting") process.exit(code || 1);
    if (state === "stopping") {
      exitCode ||= code ?? 0;
      return;
    }
    log.error({ pid, code, signal }, "worker ended, replacing it");
    setTimeout(() => state === "running" && cluster.fork(), pauseMs);
  });

  async function start(): Promise<boolean> {
    for (let started = 0; started < count && state === "starting"; started++)
      await once(cluster.fork(), "listening");
    if (state === "starting") state = "running";
    return state === "running";
  }

  /**
   * Stops one worker at a time, so that the others continue to serve. Returns the exit code of the first that failed.
   */
  async function stop(): Promise<number> {
    state = "stopping";
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (!worker || worker.isDead()) continue;
      const ended = once(worker, "exit");
      worker.process.kill("SIGTERM");
      await ended;
    }
    return exitCode;
  }

  /** `areListening` resolves to true once all workers listen, or to false if they are stopped before. */
  return { areListening: start(), stop };
}
