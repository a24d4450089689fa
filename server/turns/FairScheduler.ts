import { performance } from "node:perf_hooks";

/** Operations of the process that may always run at once. More do while the thread has nothing to do. */
const minRunning = 4;
const maxRunning = 256;
/** How often the limit is adapted while operations wait, in milliseconds. */
const tickMs = 2;
/** Share of a tick in which the thread must have been idle for more operations to start. */
const idleShare = 0.1;
/** What a person used counts half after this time, in milliseconds. */
const halfLifeMs = 10_000;

/** How long the thread has been idle and active, in milliseconds since some moment. */
type ReadThread = () => { idle: number; active: number };

/**
 * Shares the one thread of the process between persons. Few operations run at once while the thread is busy, and the
 * person who used least of it lately comes first. An operation that waits for a disk or a provider leaves the thread
 * idle, and then more operations start: it holds no place of another person (docs/decisions/0019).
 */
export class FairScheduler {
  /** The starts of waiting operations, by person. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Milliseconds of the thread that each person used lately. */
  readonly #used = new Map<string, number>();
  readonly #readThread: ReadThread;
  #limit = minRunning;
  #running = 0;
  /** Milliseconds of the thread that one running operation has had so far: all of them share it equally. */
  #share = 0;
  #activeMs = 0;

  constructor(readThread: ReadThread = () => performance.eventLoopUtilization()) {
    this.#readThread = readThread;
  }

  /** Waits until an operation of this person may start; undefined if it may start at once. Call `leave` after it. */
  enter(person: string): Promise<void> | undefined {
    if (this.#running < this.#limit && this.#waiting.size === 0) {
      this.#start();
      return undefined;
    }
    if (this.#waiting.size === 0) this.#adapt(this.#readThread());
    return new Promise((resolve) => {
      const line = this.#waiting.get(person);
      if (line) line.push(resolve);
      else this.#waiting.set(person, [resolve]);
    });
  }

  /** The clock of `leave`: read it when the operation starts. */
  get share(): number {
    return this.#share;
  }

  /** Ends an operation and returns its part of the thread's time since then, in milliseconds. */
  leave(person: string, since: number, maxMs: number): number {
    this.#countTime();
    this.#running--;
    const ms = Math.min(this.#share - since, maxMs);
    this.#charge(person, ms);
    this.#startNext();
    return ms;
  }

  #start(): void {
    this.#countTime();
    this.#running++;
  }

  #startNext(): void {
    while (this.#running < this.#limit && this.#waiting.size > 0) {
      const person = this.#findFirst();
      const line = this.#waiting.get(person)!;
      const resolve = line.shift()!;
      if (line.length === 0) this.#waiting.delete(person);
      this.#start();
      resolve();
    }
  }

  #findFirst(): string {
    let first = "";
    let least = Infinity;
    for (const person of this.#waiting.keys()) {
      const used = this.#used.get(person) ?? 0;
      if (used >= least) continue;
      [first, least] = [person, used];
    }
    return first;
  }

  #countTime(): void {
    const { active } = this.#readThread();
    this.#share += (active - this.#activeMs) / Math.max(this.#running, 1);
    this.#activeMs = active;
  }

  #charge(person: string, ms: number): void {
    if (this.#used.size === 0) setTimeout(() => this.#halve(), halfLifeMs).unref();
    this.#used.set(person, (this.#used.get(person) ?? 0) + ms);
  }

  #halve(): void {
    for (const [person, ms] of this.#used)
      if (ms < 1) this.#used.delete(person);
      else this.#used.set(person, ms / 2);
    if (this.#used.size > 0) setTimeout(() => this.#halve(), halfLifeMs).unref();
  }

  /** Lets more run if the thread was idle, and fewer if it was not, for as long as operations wait. */
  #adapt(before: ReturnType<ReadThread>): void {
    setTimeout(() => {
      const now = this.#readThread();
      const idle = now.idle - before.idle;
      const isIdle = idle > idleShare * (idle + now.active - before.active);
      this.#limit = isIdle ? Math.min(this.#limit + 2, maxRunning) : Math.max(this.#limit - 1, minRunning);
      this.#startNext();
      if (this.#waiting.size > 0) this.#adapt(now);
    }, tickMs).unref();
  }
}
