/**
 * A rate limit per person and window. Synchronous, because awaiting a library's promise would take a tenth of the time
 * of a cached response. All people share one window, so a person may get twice the limit around its end.
 */
export class WindowCounter {
  readonly #used = new Map<string, number>();

  constructor(private readonly limit: { points: number; seconds: number }) {}

  /** Consumes a point and returns whether one was left. */
  consume(person: string): boolean {
    if (this.#used.size === 0) setTimeout(() => this.#used.clear(), this.limit.seconds * 1000).unref();
    const used = (this.#used.get(person) ?? 0) + 1;
    this.#used.set(person, used);
    return used <= this.limit.points;
  }
}
