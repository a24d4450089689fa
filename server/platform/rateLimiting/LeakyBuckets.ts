/** One leaky bucket per person. Its level is in milliseconds and decreases as time passes. */
export class LeakyBuckets {
  /** The time at which each person's bucket will be empty. Empty buckets are removed. */
  readonly #emptyAt = new Map<string, number>();

  level(person: string): number {
    return Math.max(0, (this.#emptyAt.get(person) ?? 0) - performance.now());
  }

  /** Raises a person's level, to at most `capacity`, and returns it. */
  add(person: string, amount: number, capacity = Infinity): number {
    const level = Math.min(this.level(person) + amount, capacity);
    const isNew = !this.#emptyAt.has(person);
    this.#emptyAt.set(person, performance.now() + level);
    if (isNew) this.#removeIn(level, person);
    return level;
  }

  #removeIn(ms: number, person: string): void {
    setTimeout(() => {
      const rest = this.level(person);
      if (rest > 0) this.#removeIn(rest, person);
      else this.#emptyAt.delete(person);
    }, ms + 1).unref();
  }
}
