/** Interval at which idle people are removed, in milliseconds. */
const evictEveryMs = 10_000;

/**
 * A queue that serves one entry at a time, the person with the least usage first. It uses start-time fair queueing:
 * each person's next start is a time on a shared virtual clock. It equals their usage so far but is never before the
 * clock, so time without usage earns no credit.
 */
export class FairQueue<Slot> {
  /** Waiting entries by person, oldest first. Contains only people with waiting entries. */
  readonly #waiting = new Map<string, ((slot: Slot) => void)[]>();
  readonly #starts = new Map<string, number>();
  /** The latest start so far, advanced by `clockShare`. */
  #clock = 0;

  /**
   * `clockShare`: fraction of all usage by which the clock advances. Newcomers start at the current clock, so with a
   * `clockShare` of 0 a stream of them would stop the clock and delay everyone else. It must be smaller than each
   * person's share of the usage under constant load; otherwise the queue becomes first-in, first-out.
   */
  constructor(private readonly clockShare = 0) {}

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves with the slot that `serveNext` creates. */
  enqueue(person: string): Promise<Slot> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(person);
      if (own) return own.push(resolve);
      this.#starts.set(person, this.#startFor(person));
      this.#waiting.set(person, [resolve]);
    });
  }

  /** Serves the person with the earliest start; requires a non-empty queue. */
  serveNext(makeSlot: (person: string) => Slot): void {
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
    this.recordStart(first);
    resolve(makeSlot(first));
  }

  /** Records a start for a person who did not have to wait. */
  recordStart(person: string): void {
    this.#clock = this.#startFor(person);
  }

  charge(person: string, amount: number): void {
    if (this.#starts.size === 0) setTimeout(() => this.#evictIdle(), evictEveryMs).unref();
    this.#starts.set(person, (this.#starts.get(person) ?? this.#clock) + amount);
    this.#clock += amount * this.clockShare;
  }

  #startFor(person: string): number {
    return Math.max(this.#starts.get(person) ?? 0, this.#clock);
  }

  /** Removes people who are not ahead of the clock: they start at the clock in any case. */
  #evictIdle(): void {
    for (const [person, start] of this.#starts)
      if (start <= this.#clock && !this.#waiting.has(person)) this.#starts.delete(person);
    if (this.#starts.size > 0) setTimeout(() => this.#evictIdle(), evictEveryMs).unref();
  }
}
