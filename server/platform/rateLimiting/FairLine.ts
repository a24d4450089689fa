/** How often persons are forgotten who have nothing to wait for any more, in milliseconds. */
const forgetEveryMs = 10_000;

/**
 * Those who wait for something that one of them gets at a time: who had least of it comes first. The order is that of
 * start-time fair queueing: each person's next start stands on a clock that all share. It is what they had so far, but no
 * earlier than the clock, so nobody gains or loses by what they did before.
 */
export class FairLine<Turn> {
  readonly #clockShare: number;
  /** The oldest first; nobody without anything that waits. */
  readonly #waiting = new Map<string, ((turn: Turn) => void)[]>();
  readonly #starts = new Map<string, number>();
  /** The latest start that somebody had, or later. */
  #clock = 0;

  /**
   * `clockShare`: how far the clock moves with what anybody gets. Those who come for the first time all start at the
   * clock, so a stream of them stops it, and whoever had something before waits until the stream ends. It has to be less
   * than what each of many gets who always wait: past that, the order becomes that in which they came.
   */
  constructor({ clockShare = 0 }: { clockShare?: number } = {}) {
    this.#clockShare = clockShare;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves with what `serveFirst` gives to the person. */
  wait(person: string): Promise<Turn> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(person);
      if (own) return own.push(resolve);
      this.#starts.set(person, this.#startOf(person));
      this.#waiting.set(person, [resolve]);
    });
  }

  /** Serves the person whose start is the earliest; to be called only if somebody waits. */
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

  /** Notes that somebody has a start, also one who did not have to wait. */
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

  /** Who is not ahead of the clock starts at it, known or not. */
  #forget(): void {
    for (const [person, start] of this.#starts)
      if (start <= this.#clock && !this.#waiting.has(person)) this.#starts.delete(person);
    if (this.#starts.size > 0) setTimeout(() => this.#forget(), forgetEveryMs).unref();
  }
}
