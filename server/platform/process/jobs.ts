/**
 * What the server does by itself, again and again. Guards: a job never runs twice at once, what it throws is logged
 * and ends nothing, and a stop waits for what is under way.
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
   * Does the work at the start, and then every so many seconds where the last time is over. The signal says that the
   * server stops: what is long ends early then. Call it before `start`.
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

  /** Starts nothing any more, and resolves when what was running is over. */
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
