import { performance } from "node:perf_hooks";
import { FairLine } from "./FairLine";

/** Operations of the process that may always run at once. More do while the thread has nothing to do. */
const minRunning = 2;
const maxRunning = 256;
/** An operation that runs for longer, in milliseconds, waits for a disk or a provider: it counts no more. */
const countedMs = 50;
/** Operations whose write is under way and that hold no place: they fill the next transaction well. */
const mostWriting = 32;
/** How often it is looked whether more may start, in milliseconds, while operations wait. */
const tickMs = 2;
/** Share of a tick in which the thread must have been idle for more operations to start. */
const idleShare = 0.1;
/** How long the thread is idle before the next operation past a budget, as a multiple of what it did since the last. */
const restTimes = 2;
/** The most that those wait after the last of them for as much, in milliseconds, where others leave no time. */
const longestRestMs = 30;
/** `FairLine` explains it. Only for persons within their budgets: thousands of them may come once each. */
const clockShare = 1 / 64;
/** What a request takes of the thread outside its turn, in milliseconds: its head, its body, its response. */
const outsideMs = 1;

/** How long the thread has been idle and active, in milliseconds since some moment. */
type ReadThread = () => { idle: number; active: number };

interface Options {
  readThread?: ReadThread;
  /** Writes that run or wait, of all operations. */
  countWrites?: () => number;
}

/** An operation that was started; `leave` takes it back. */
export interface Started {
  readonly person: string;
  readonly isQuick: boolean;
  readonly startedAt: number;
  /** What `#share` was then. */
  readonly since: number;
  /** What it took of the thread's time, in milliseconds, once that is known. */
  ms?: number;
}

/**
 * Shares the one thread of the process between persons. Few operations run at once while the thread is busy, and the
 * person who used least of it comes first. An operation that waits for a provider leaves the thread idle, and then more
 * operations start: it holds no place of another person. Operations of persons who are past their budget start
 * after all others, and leave the thread idle for two thirds of the time (docs/decisions/0019).
 */
export class FairScheduler {
  readonly #readThread: ReadThread;
  readonly #countWrites: () => number;
  readonly #quick = new FairLine<Started>({ clockShare });
  readonly #slow = new FairLine<Started>();
  /** Those that count, the oldest first. */
  readonly #running = new Set<Started>();
  /** Those that run for too long to count. */
  #overdue = 0;
  #limit = minRunning;
  /** What the thread had done when the last operation past a budget started. */
  #slowStarted = { idle: -Infinity, active: 0 };
  /** When the last of them started or ended. */
  #slowAt = -Infinity;
  /** In this turn of the event loop. */
  #hasStarted = false;
  #isTicking = false;
  /** Milliseconds of the thread that one running operation has had so far: all of them share it equally. */
  #share = 0;
  #activeMs = 0;

  constructor({
    readThread = () => performance.eventLoopUtilization(),
    countWrites = () => 0,
  }: Options = {}) {
    this.#readThread = readThread;
    this.#countWrites = countWrites;
  }

  /** Starts an operation, at once if it may; `isQuick` while its person is within their budget. Call `leave` after it. */
  enter(person: string, isQuick: boolean): Started | Promise<Started> {
    const line = isQuick ? this.#quick : this.#slow;
    if (line.isEmpty && this.#mayStart(isQuick)) {
      line.pass(person);
      return this.#start(person, isQuick);
    }
    if (!this.#isTicking) this.#tick(this.#readThread());
    return line.wait(person);
  }

  /** Ends an operation and returns what it took of the thread's time, in milliseconds. */
  leave(started: Started): number {
    if (started.ms !== undefined) this.#overdue--;
    started.ms ??= this.#charge(started);
    this.#startNext();
    return started.ms;
  }

  #charge(started: Started): number {
    const { person, isQuick } = started;
    // What the thread did last was to end it. For the time in which it did not count it pays nothing.
    const counted = Math.min(1, countedMs / (performance.now() - started.startedAt));
    const ms = (this.#share - started.since + this.#readActive()) * counted + outsideMs;
    this.#running.delete(started);
    (isQuick ? this.#quick : this.#slow).charge(person, ms);
    if (!isQuick) this.#slowAt = performance.now();
    return ms;
  }

  #mayStart(isQuick: boolean): boolean {
    if (this.#hasStarted) return false;
    const now = performance.now();
    for (const started of this.#running) {
      if (now - started.startedAt < countedMs) break;
      this.#countTime();
      started.ms = this.#charge(started);
      this.#overdue++;
    }
    return isQuick ? this.#countHolding() < this.#limit : this.#mayStartSlow(now);
  }

  /** Those that count and do not write. Whose a write is, nobody knows here: each of the overdue may have one. */
  #countHolding(): number {
    const writing = Math.min(this.#countWrites() - this.#overdue, mostWriting);
    return this.#running.size - Math.max(writing, 0);
  }

  #mayStartSlow(now: number): boolean {
    const { idle, active } = this.#readThread();
    const rest = idle - this.#slowStarted.idle;
    const hasRested = this.#quick.isEmpty && rest >= restTimes * (active - this.#slowStarted.active);
    return hasRested || now - this.#slowAt >= longestRestMs;
  }

  /**
   * One operation in each turn of the event loop. Those that wait for nothing end in the turn in which they begin: many of
   * them would make a long turn, and whoever waits for a disk gets on by one step a turn.
   */
  #start(person: string, isQuick: boolean): Started {
    this.#countTime();
    const started = { person, isQuick, startedAt: performance.now(), since: this.#share };
    this.#running.add(started);
    if (!isQuick) {
      this.#slowAt = started.startedAt;
      this.#slowStarted = this.#readThread();
    }
    this.#hasStarted = true;
    setImmediate(() => {
      this.#hasStarted = false;
      this.#startNext();
    });
    return started;
  }

  #startNext(): void {
    for (const isQuick of [true, false]) {
      const line = isQuick ? this.#quick : this.#slow;
      if (!line.isEmpty && this.#mayStart(isQuick)) line.serveFirst((person) => this.#start(person, isQuick));
    }
  }

  /** Charges all that run for what the thread did lately. */
  #countTime(): void {
    this.#share += this.#readActive() / Math.max(this.#running.size, 1);
  }

  /** Milliseconds that the thread was active since the last call. */
  #readActive(): number {
    const { active } = this.#readThread();
    const ms = active - this.#activeMs;
    this.#activeMs = active;
    return ms;
  }

  /** While operations wait: lets more run if the thread was idle, and fewer if it was not or many writes wait. */
  #tick(before: ReturnType<ReadThread>): void {
    this.#isTicking = true;
    setTimeout(() => {
      const now = this.#readThread();
      if (!this.#quick.isEmpty) this.#adapt(now.idle - before.idle, now.active - before.active);
      this.#startNext();
      this.#isTicking = false;
      if (!this.#quick.isEmpty || !this.#slow.isEmpty) this.#tick(now);
    }, tickMs).unref();
  }

  #adapt(idle: number, active: number): void {
    const mayGrow = idle > idleShare * (idle + active) && this.#countWrites() < mostWriting;
    // A thread that is busy seldom gets here, so it has to become less at once.
    this.#limit = mayGrow
      ? Math.min(this.#limit + 2, maxRunning)
      : Math.max(Math.floor(this.#limit / 2), minRunning);
  }
}
