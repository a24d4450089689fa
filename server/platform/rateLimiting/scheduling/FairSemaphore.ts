/** Runs at most `limit` tasks concurrently. Serves waiting people round-robin, however many tasks each has. */
export class FairSemaphore {
  /** Waiting tasks by person, in the order in which the people are served. */
  readonly #queues = new Map<string, (() => void)[]>();
  readonly #whenIdle: (() => void)[] = [];
  #running = 0;
  #waiting = 0;

  constructor(private readonly limit: number) {}

  /** Number of running tasks. */
  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Number of running and waiting tasks. */
  get count(): number {
    return this.#running + this.#waiting;
  }

  /**
   * Runs a task when it is the person's turn, and returns its result. Each person's tasks start in the order of
   * arrival.
   */
  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(person);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Resolves when no task is running or waiting. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  async #enter(person: string): Promise<void> {
    if (this.#running < this.limit) {
      this.#running++;
      return;
    }
    this.#waiting++;
    await new Promise<void>((resolve) => {
      const queue = this.#queues.get(person);
      if (queue) queue.push(resolve);
      else this.#queues.set(person, [resolve]);
    });
  }

  /** Passes the slot to the next person, or frees it. */
  #leave(): void {
    for (const [person, queue] of this.#queues) {
      this.#queues.delete(person);
      const next = queue.shift();
      if (queue.length > 0) this.#queues.set(person, queue);
      this.#waiting--;
      next?.();
      return;
    }
    this.#running--;
    if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}
