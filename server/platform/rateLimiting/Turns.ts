/**
 * A fair semaphore: runs at most `atOnce` tasks concurrently and serves waiting people round-robin. A person
 * with a hundred tasks delays others by only one of them.
 */
export class Turns {
  readonly #atOnce: number;
  /** In the order of service; only people with waiting tasks. */
  readonly #lines = new Map<string, (() => void)[]>();
  readonly #whenIdle: (() => void)[] = [];
  #running = 0;
  #waiting = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Number of running and waiting tasks. */
  get count(): number {
    return this.#running + this.#waiting;
  }

  /** Runs a task when it is the person's turn and returns its result. Each person's tasks run in order. */
  async take<T>(person: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(person);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Resolves when nothing is running or waiting. */
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

  /** Passes the slot on, or frees it. */
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
