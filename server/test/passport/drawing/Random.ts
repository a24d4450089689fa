/** Pseudorandom numbers from a seed, the same on every machine (mulberry32). */
export class Random {
  #state: number;
  #spare: number | undefined;

  constructor(seed: number) {
    this.#state = (seed * 2654435761) >>> 0;
  }

  /** Returns a uniformly distributed number from 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** Includes `to`. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  sign(): number {
    return this.chance(0.5) ? -1 : 1;
  }

  /** Returns a normally distributed number with mean 0 and standard deviation 1 (Marsaglia's polar method). */
  normal(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare;
      this.#spare = undefined;
      return spare;
    }
    for (;;) {
      const [u, v] = [this.between(-1, 1), this.between(-1, 1)];
      const square = u * u + v * v;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = v * factor;
      return u * factor;
    }
  }
}
