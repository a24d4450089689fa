/** Interval at which people without waiting entries are removed, in milliseconds. */
const forgetEveryMs = 10_000;

/**
 * A queue that serves one entry at a time, the person with the least usage first. It uses start-time fair
 * queueing: each person's next start is on a shared clock. It equals their usage so far but is never before
 * the clock, so earlier usage is neither a credit nor a penalty.
 */
export class FairLine<Turn> {
  readonly #clockShare: number;
  /** Entries by person, oldest first; only people with entries. */
  readonly #waiting = new Map<string, ((turn: Turn) => void)[]>();
  readonly #starts = new Map<string, number>();
  /** The latest start so far, or later. */
  #clock = 0;

  /**
   * `clockShare`: fraction of all usage by which the clock advances. Newcomers all start at the clock, so
   * without it a stream of them would stop the clock and delay everyone else until it ends. It has to be
   * smaller than each person's share under constant load; otherwise the queue becomes first-in, first-out.
   */
  constructor({ clockShare = 0 }: { clockShare?: number } = {}) {
    this.#clockShare = clockShare;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves with the turn that `serveFirst` creates. */
  wait(person: string): Promise<Turn> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(person);
      if (own) return own.push(resolve);
      this.#starts.set(person, this.#startOf(person));
      this.#waiting.set(person, [resolve]);
    });
  }

  /** Serves the person with the earliest start; requires a non-empty queue. */
  serveFirst(makeTurn: (person: string) => Turn): void {
    let first = "";
    let earliest = Infinity;
    for (const person of this.#waiting.keys()) {
      const start = this.#starts.get(person) ?? 0;
      if (start >= earliest) continue;
      [first, earliest] = [person, start];
    }
    const own = this.#waiting.get(first)!;
    const resolve = own.shift()!;
    if (own.length === 0) this.#waiting.delete(first);
    this.pass(first);
    resolve(makeTurn(first));
  }

  /** Records a start for a person who did not have to wait. */
  pass(person: string): void {
    this.#clock = this.#startOf(person);
  }

  charge(person: string, amount: number): void {
    if (this.#starts.size === 0) setTimeout(() => this.#forget(), forgetEveryMs).unref();
    this.#starts.set(person, (this.#starts.get(person) ?? this.#clock) + amount);
    this.#clock += amount * this.#clockShare;
  }

  #startOf(person: string): number {
    return Math.max(this.#starts.get(person) ?? 0, this.#clock);
  }

  /** A person who is not ahead of the clock starts at it, known or not. */
  #forget(): void {
    for (const [person, start] of this.#starts)
      if (start <= this.#clock && !this.#waiting.has(person)) this.#starts.delete(person);
    if (this.#starts.size > 0) setTimeout(() => this.#forget(), forgetEveryMs).unref();
  }
}
