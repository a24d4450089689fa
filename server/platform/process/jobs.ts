/**
 * Periodic jobs of the server. A job never runs twice concurrently, its errors are logged and do not stop it, and a
 * shutdown waits for running jobs. An outage of the database or the disk is logged only when it begins and ends,
 * because all jobs fail meanwhile.
 */
import { AsyncTask, SimpleIntervalJob, ToadScheduler } from "toad-scheduler";
import type { Log } from "../../core/ports";
import { logStorageError, StorageError, toStorageError } from "../../core/storageErrors";

export class Jobs {
  readonly #scheduler = new ToadScheduler();
  readonly #jobs: SimpleIntervalJob[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** Number of failures during the current outage by job; empty if there is no outage. */
  readonly #outage = new Map<string, number>();
  #outageBegan = 0;

  constructor(private readonly log: Log) {}

  /**
   * Runs the work at the start and then every `seconds`, unless the last run has not finished. The signal is aborted on
   * shutdown, so that long work ends early. Call this before `start`.
   */
  every(name: string, seconds: number, work: (signal: AbortSignal) => Promise<unknown>): void {
    const task = new AsyncTask(
      name,
      () => this.#run(name, work),
      (error) => this.#logFailure(name, error),
    );
    this.#jobs.push(
      new SimpleIntervalJob({ seconds, runImmediately: true }, task, { id: name, preventOverrun: true }),
    );
  }

  start(): void {
    for (const job of this.#jobs) this.#scheduler.addSimpleIntervalJob(job);
  }

  /** Starts no further jobs, and resolves when running jobs have finished. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#scheduler.stop();
    await Promise.allSettled(this.#running);
  }

  async #run(name: string, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const run = work(signal).then(() => this.#endOutage(name));
    this.#running.add(run);
    await run.finally(() => this.#running.delete(run));
  }

  #logFailure(job: string, thrown: Error): void {
    const error = toStorageError(thrown);
    if (!(error instanceof StorageError)) {
      this.log.error({ job, err: thrown }, "job failed; it runs again after its interval");
      return;
    }
    if (this.#outage.size === 0) {
      this.#outageBegan = Date.now();
      logStorageError(this.log, error, "jobs fail");
    }
    this.#outage.set(job, (this.#outage.get(job) ?? 0) + 1);
  }

  /** Ends the outage if the job has failed during it. Any other job may have succeeded without using storage. */
  #endOutage(name: string): void {
    if (!this.#outage.has(name)) return;
    const failures = [...this.#outage.values()].reduce((sum, count) => sum + count, 0);
    const seconds = Math.round((Date.now() - this.#outageBegan) / 1000);
    this.log.warn({ seconds, failures }, "jobs run again after an outage");
    this.#outage.clear();
  }
}
