/**
 * Periodic jobs of the server. A job never runs twice concurrently, its errors are logged and do not stop it,
 * and a shutdown waits for running jobs.
 */
import { AsyncTask, SimpleIntervalJob, ToadScheduler } from "toad-scheduler";
import type { Log } from "../../core/ports";

export class Jobs {
  readonly #log: Log;
  readonly #scheduler = new ToadScheduler();
  readonly #jobs: SimpleIntervalJob[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Runs the work at the start and then every `seconds`, unless the last run has not finished. The signal is
   * aborted on shutdown, so that long work ends early. Call it before `start`.
   */
  every(name: string, seconds: number, work: (signal: AbortSignal) => Promise<unknown>): void {
    const task = new AsyncTask(
      name,
      () => this.#run(work),
      (error) => this.#log.error({ job: name, err: error }, "a job failed; it runs again at its time"),
    );
    this.#jobs.push(
      new SimpleIntervalJob({ seconds, runImmediately: true }, task, { id: name, preventOverrun: true }),
    );
  }

  start(): void {
    for (const job of this.#jobs) this.#scheduler.addSimpleIntervalJob(job);
  }

  /** Starts no further jobs, and resolves when running ones have finished. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#scheduler.stop();
    await Promise.allSettled(this.#running);
  }

  async #run(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const run = work(signal).then(() => undefined);
    this.#running.add(run);
    await run.finally(() => this.#running.delete(run));
  }
}
