import { performance } from "node:perf_hooks";
import { FairQueue } from "./FairQueue";

/** Minimum number of concurrent operations in the process. More run while the thread is idle. */
const minRunning = 2;
const maxRunning = 256;
/** Milliseconds after which an operation is assumed to wait for a disk or a provider and no longer occupies a slot. */
const countedMs = 50;
/** Maximum number of writing operations that occupy no slot: enough to fill the next transaction. */
const maxWriting = 32;
/** Interval at which waiting operations may start, in milliseconds. */
const tickMs = 2;
/** Fraction of a tick for which the thread must have been idle before more operations start. */
const idleShare = 0.1;
/**
 * Idle time of the thread before the next operation over a budget, as a multiple of its active time since the last one.
 */
const restFactor = 2;
/** Maximum milliseconds between operations over a budget if others leave no idle time. */
const maxRestMs = 30;
/**
 * See `FairQueue`. Used only for people within their budgets, because thousands of newcomers may send one request each.
 */
const clockShare = 1 / 64;
/** Assumed thread time for a request's headers, body and response, outside its operation, in milliseconds. */
const overheadMs = 1;

/** Idle and active time of the thread, in milliseconds since a fixed point. */
type ReadThread = () => { idle: number; active: number };

interface Options {
  readThread?: ReadThread;
  /** The clock, in milliseconds. */
  now?: () => number;
  /** Number of running and waiting writes, of all operations. */
  countWrites?: () => number;
}

/** A started operation, to be passed to `leave`. */
export interface Started {
  readonly person: string;
  readonly isWithinBudget: boolean;
  readonly startedAt: number;
  /** The value of `#share` at the start. */
  readonly since: number;
  /** The operation's thread time in milliseconds, once known. */
  ms?: number;
}

/**
 * Shares the process's single thread between people. Few operations run concurrently while the thread is busy, and the
 * person with the least usage comes first. An operation that waits for a provider leaves the thread idle, so more
 * operations start, and no one is blocked. Operations of people over their budget start after all others and leave the
 * thread idle for two thirds of the time (docs/decisions/0019).
 */
export class FairScheduler {
  readonly #readThread: ReadThread;
  readonly #now: () => number;
  readonly #countWrites: () => number;
  readonly #withinBudget = new FairQueue<Started>(clockShare);
  readonly #overBudget = new FairQueue<Started>();
  /** Running operations that count towards the limit, oldest first. */
  readonly #running = new Set<Started>();
  /** Number of operations that have run too long to count. */
  #overdue = 0;
  #limit = minRunning;
  /** Thread times when the last operation over a budget started. */
  #overBudgetStart = { idle: -Infinity, active: 0 };
  /** When the last operation over a budget started or ended. */
  #overBudgetAt = -Infinity;
  /** True if an operation has started in this turn of the event loop. */
  #hasStarted = false;
  #isTicking = false;
  /** Thread milliseconds per running operation so far; all operations share the time equally. */
  #share = 0;
  #activeMs = 0;

  constructor({
    readThread = () => performance.eventLoopUtilization(),
    now = () => performance.now(),
    countWrites = () => 0,
  }: Options = {}) {
    this.#readThread = readThread;
    this.#now = now;
    this.#countWrites = countWrites;
  }

  /** Starts an operation, immediately if possible. Must be followed by `leave`. */
  enter(person: string, isWithinBudget: boolean): Started | Promise<Started> {
    const queue = isWithinBudget ? this.#withinBudget : this.#overBudget;
    if (queue.isEmpty && this.#mayStart(isWithinBudget)) {
      queue.recordStart(person);
      return this.#start(person, isWithinBudget);
    }
    if (!this.#isTicking) this.#tick(this.#readThread());
    return queue.enqueue(person);
  }

  /** Ends an operation and returns its thread time in milliseconds. */
  leave(started: Started): number {
    if (started.ms !== undefined) this.#overdue--;
    started.ms ??= this.#charge(started);
    this.#startNext();
    return started.ms;
  }

  #charge(started: Started): number {
    const { person, isWithinBudget } = started;
    // Adds the thread time since the last reading, which was spent on ending this operation. Time after `countedMs` is
    // free.
    const counted = Math.min(1, countedMs / (this.#now() - started.startedAt));
    const ms = (this.#share - started.since + this.#readActive()) * counted + overheadMs;
    this.#running.delete(started);
    (isWithinBudget ? this.#withinBudget : this.#overBudget).charge(person, ms);
    if (!isWithinBudget) this.#overBudgetAt = this.#now();
    return ms;
  }

  #mayStart(isWithinBudget: boolean): boolean {
    if (this.#hasStarted) return false;
    const now = this.#now();
    for (const started of this.#running) {
      if (now - started.startedAt < countedMs) break;
      this.#countTime();
      started.ms = this.#charge(started);
      this.#overdue++;
    }
    return isWithinBudget ? this.#countHolding() < this.#limit : this.#mayStartOverBudget(now);
  }

  /**
   * Returns the number of operations that occupy a slot: running ones without a write. Each overdue operation is
   * assumed to have a write, which is not subtracted.
   */
  #countHolding(): number {
    const writing = Math.min(this.#countWrites() - this.#overdue, maxWriting);
    return this.#running.size - Math.max(writing, 0);
  }

  #mayStartOverBudget(now: number): boolean {
    const { idle, active } = this.#readThread();
    const rest = idle - this.#overBudgetStart.idle;
    const hasRested =
      this.#withinBudget.isEmpty && rest >= restFactor * (active - this.#overBudgetStart.active);
    return hasRested || now - this.#overBudgetAt >= maxRestMs;
  }

  /**
   * Starts an operation, at most one per turn of the event loop. Many synchronous operations, which end in the turn in
   * which they start, would make the turn long and slow down operations that wait for a disk, which advance one step
   * per turn.
   */
  #start(person: string, isWithinBudget: boolean): Started {
    this.#countTime();
    const started = { person, isWithinBudget, startedAt: this.#now(), since: this.#share };
    this.#running.add(started);
    if (!isWithinBudget) {
      this.#overBudgetAt = started.startedAt;
      this.#overBudgetStart = this.#readThread();
    }
    this.#hasStarted = true;
    setImmediate(() => {
      this.#hasStarted = false;
      this.#startNext();
    });
    return started;
  }

  #startNext(): void {
    for (const isWithinBudget of [true, false]) {
      const queue = isWithinBudget ? this.#withinBudget : this.#overBudget;
      if (!queue.isEmpty && this.#mayStart(isWithinBudget))
        queue.serveNext((person) => this.#start(person, isWithinBudget));
    }
  }

  /** Distributes the thread time since the last reading among all running operations. */
  #countTime(): void {
    this.#share += this.#readActive() / Math.max(this.#running.size, 1);
  }

  /** Returns the thread's active milliseconds since the last call. */
  #readActive(): number {
    const { active } = this.#readThread();
    const ms = active - this.#activeMs;
    this.#activeMs = active;
    return ms;
  }

  /** While operations wait, adapts the limit to the idle time of the thread. */
  #tick(before: ReturnType<ReadThread>): void {
    this.#isTicking = true;
    setTimeout(() => {
      const now = this.#readThread();
      if (!this.#withinBudget.isEmpty) this.#adapt(now.idle - before.idle, now.active - before.active);
      this.#startNext();
      this.#isTicking = false;
      if (!this.#withinBudget.isEmpty || !this.#overBudget.isEmpty) this.#tick(now);
    }, tickMs).unref();
  }

  #adapt(idle: number, active: number): void {
    const mayGrow = idle > idleShare * (idle + active) && this.#countWrites() < maxWriting;
    // Halves the limit at once, because this timer rarely runs while the thread is busy.
    this.#limit = mayGrow
      ? Math.min(this.#limit + 2, maxRunning)
      : Math.max(Math.floor(this.#limit / 2), minRunning);
  }
}
