/**
 * So many at once, and of those who wait one of each person after another: who asks for a hundred things makes others
 * wait for one of them.
 */
export class Turns {
  readonly #atOnce: number;
  /** In the order of whose turn it is; nobody without something that waits. */
  readonly #lines = new Map<string, (() => void)[]>();
  readonly #whenIdle: (() => void)[] = [];
  #running = 0;
  #waiting = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Running and waiting ones together. */
  get count(): number {
    return this.#running + this.#waiting;
  }

  /** Does the work when its turn has come, and answers what it answers. The work of one person keeps its order. */
  async take<T>(person: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(person);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  async #enter(person: string): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running++;
      return;
    }
    this.#waiting++;
    await new Promise<void>((resolve) => {
      const line = this.#lines.get(person);
      if (line) line.push(resolve);
      else this.#lines.set(person, [resolve]);
    });
  }

  /** Hands the place on, or gives it back. */
  #leave(): void {
    for (const [person, line] of this.#lines) {
      this.#lines.delete(person);
      const next = line.shift();
      if (line.length > 0) this.#lines.set(person, line);
      this.#waiting--;
      next?.();
      return;
    }
    this.#running--;
    if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}
