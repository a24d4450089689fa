import { randomUUID } from "node:crypto";
import { maxClockDifferenceMs, type Clock } from "../../core/ports";
import type { Database } from "./database";
import { queryRows } from "./rowSource";

/** Milliseconds after which another process may take over the job of a process that was killed. */
const leaseMs = 30_000;
const renewMs = 10_000;
/** Marks the lease of a finished job. */
const done = "done";
/**
 * The lease of a finished job lasts for this fraction of its interval: less than 1, so that the next run is not skipped
 * if it starts slightly early.
 */
const shareOfInterval = 0.9;
/** Prefix of the names of job leases in the table `setting`. */
export const jobLeasePrefix = "job:";

/**
 * If several processes share the database, runs each job in one process at a time, as often as a single process would.
 * A row of `setting` holds the lease. The clocks of the machines may differ by up to `maxClockDifferenceMs`.
 */
export class JobLeases {
  readonly #holder = randomUUID();
  /** Jobs that this process has run since its start. */
  readonly #known = new Set<string>();

  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  /**
   * Runs the work unless another process is running it or has run it within the last `seconds`. A process's first run
   * ignores finished runs.
   */
  async runExclusively(name: string, seconds: number, work: () => Promise<unknown>): Promise<void> {
    if (!this.deps.db.hasOtherWriters) {
      await work();
      return;
    }
    const begun = this.deps.clock.now().getTime();
    const isFirst = !this.#known.has(name);
    if (!(await this.#acquire(name, begun, seconds, isFirst))) return;
    this.#known.add(name);
    // If the renewal is late, another process takes over, so every job must tolerate running twice.
    const renewing = setInterval(() => {
      void this.#keep(name, this.#toValue(this.deps.clock.now().getTime() + leaseMs)).catch(() => undefined);
    }, renewMs);
    try {
      await work();
    } finally {
      clearInterval(renewing);
      await this.#keep(name, `${this.#toValue(begun + seconds * 1000 * shareOfInterval)} ${done}`);
    }
  }

  /**
   * Acquires the lease from `now` on. Returns false if another process has it or has just finished the job. Also
   * replaces a lease that ends too late, because the clock of the process that stored it was ahead.
   */
  async #acquire(name: string, now: number, seconds: number, isFirst: boolean): Promise<boolean> {
    const tooLate = now + Math.max(leaseMs, seconds * 1000) + maxClockDifferenceMs;
    const sql = `INSERT INTO setting (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      WHERE setting.value < ? OR setting.value > ? OR setting.value LIKE ?
      RETURNING 1 AS taken`;
    const taken = await this.#write(name, sql, [
      toSettingName(name),
      this.#toValue(now + leaseMs),
      new Date(now).toISOString(),
      new Date(tooLate).toISOString(),
      isFirst ? `% ${done}` : "",
    ]);
    return taken.length > 0;
  }

  /** Updates the lease if this process still has it. */
  async #keep(name: string, value: string): Promise<void> {
    const sql = "UPDATE setting SET value = ? WHERE name = ? AND value LIKE ?";
    await this.#write(name, sql, [value, toSettingName(name), `% ${this.#holder}%`]);
  }

  #write(name: string, sql: string, values: string[]): Promise<unknown[]> {
    const lock = toSettingName(name);
    return this.deps.db.write((transaction) => queryRows(transaction, sql, values), { lock });
  }

  /**
   * Returns the stored form of a lease that ends at `until`. It begins with an ISO timestamp, so that SQL can compare
   * it as text.
   */
  #toValue(until: number): string {
    return `${new Date(until).toISOString()} ${this.#holder}`;
  }
}

function toSettingName(job: string): string {
  return jobLeasePrefix + job;
}
