/** `WORKERS`: several processes of the server on one machine, which share its socket (Node's cluster). */
import cluster from "node:cluster";
import { once } from "node:events";
import type { Log } from "../core/ports";

/** Milliseconds before a worker is replaced, so that one that fails at its start does not use up the CPU. */
const pauseMs = 2_000;

/**
 * Starts the workers one after the other, and resolves once all of them listen. Afterwards, a worker that
 * exits is replaced. If one exits earlier, a setting is wrong, so this process exits with the same code.
 *
 * Returns a function that stops the workers, again one at a time, so that the others continue to serve.
 */
export async function startWorkers(count: number, log: Log): Promise<() => Promise<void>> {
  let state: "starting" | "running" | "stopping" = "starting";
  cluster.on("exit", ({ process: { pid } }, code: number, signal: string) => {
    if (state === "starting") process.exit(code || 1);
    if (state === "stopping") return;
    log.error({ pid, code, signal }, "a worker ended, and is replaced");
    setTimeout(() => state === "running" && cluster.fork(), pauseMs);
  });
  for (let started = 0; started < count; started++) await once(cluster.fork(), "listening");
  state = "running";

  return async () => {
    state = "stopping";
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (!worker || worker.isDead()) continue;
      const ended = once(worker, "exit");
      worker.process.kill("SIGTERM");
      await ended;
    }
  };
}
