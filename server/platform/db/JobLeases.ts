import { randomUUID } from "node:crypto";
import type { Clock } from "../../core/ports";
import type { Database } from "./database";
import { queryRows } from "./rowSource";

/** Milliseconds after which a process that was killed has lost its job to another one. */
const leaseMs = 30_000;
const renewMs = 10_000;
/** Ends the value of a job that nobody is doing. */
const done = "done";
/** Of the time from one run to the next: whose turn comes a little early must not miss it. */
const shareOfInterval = 0.9;
/** Begins the names of the rows of `setting` that say whose a job is. */
export const jobLeasePrefix = "job:";

/**
 * Sees to it that a job runs in one process at a time, and as often as it would in one alone, where many share the
 * database: a row of `setting` says until when it is somebody's. The clocks of the machines may differ by seconds.
 */
export class JobLeases {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #holder = randomUUID();
  /** Jobs that this process has done. */
  readonly #known = new Set<string>();

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Does the work where nobody else does it just now, nor has done so in the last `seconds`; the first time, after a start,
   * also where somebody has.
   */
  async runAlone(name: string, seconds: number, work: () => Promise<unknown>): Promise<void> {
    if (!this.#db.isShared) {
      await work();
      return;
    }
    const begun = this.#clock.now().getTime();
    const isFirst = !this.#known.has(name);
    if (!(await this.#take(name, begun + leaseMs, isFirst))) return;
    this.#known.add(name);
    // One that is not renewed in time is somebody else's: each of these jobs bears being done twice.
    const renewing = setInterval(() => {
      void this.#keep(name, this.#valueOf(this.#clock.now().getTime() + leaseMs)).catch(() => undefined);
    }, renewMs);
    try {
      await work();
    } finally {
      clearInterval(renewing);
      await this.#keep(name, `${this.#valueOf(begun + seconds * 1000 * shareOfInterval)} ${done}`);
    }
  }

  /** Takes the job until then, in milliseconds since 1970; false where it is somebody's, or was done a moment ago. */
  async #take(name: string, until: number, isFirst: boolean): Promise<boolean> {
    const now = this.#clock.now().toISOString();
    const taken = await this.#db.write((transaction) =>
      queryRows(
        transaction,
        `INSERT INTO setting (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value
         WHERE setting.value < ? OR setting.value LIKE ?
         RETURNING 1 AS taken`,
        [settingOf(name), this.#valueOf(until), now, isFirst ? `% ${done}` : ""],
      ),
    );
    return taken.length > 0;
  }

  /** Says until when the job is this process's, where it still is. */
  async #keep(name: string, value: string): Promise<void> {
    await this.#db.write((transaction) =>
      queryRows(transaction, "UPDATE setting SET value = ? WHERE name = ? AND value LIKE ?", [
        value,
        settingOf(name),
        `% ${this.#holder}%`,
      ]),
    );
  }

  /** Moments as text stand in their order. */
  #valueOf(until: number): string {
    return `${new Date(until).toISOString()} ${this.#holder}`;
  }
}

function settingOf(job: string): string {
  return jobLeasePrefix + job;
}
