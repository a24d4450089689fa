/**
 * A rate limit per person and window that responds synchronously: a library's promise would take a tenth of
 * the time of a cached response. All windows start at the same time, so a person may get twice the limit
 * around a boundary.
 */
export class QuickCount {
  readonly #most: number;
  readonly #seconds: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number, seconds: number) {
    this.#most = most;
    this.#seconds = seconds;
  }

  /** Consumes points and returns whether they were left. */
  take(person: string, points = 1): boolean {
    if (this.#taken.size === 0) setTimeout(() => this.#taken.clear(), this.#seconds * 1000).unref();
    const taken = (this.#taken.get(person) ?? 0) + points;
    this.#taken.set(person, taken);
    return taken <= this.#most;
  }
}
