/** Runs work once for concurrent callers: calls with the same key share one run and its result. */
export class SingleFlight<Result = void> {
  readonly #running = new Map<string, Promise<Result>>();

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key) ?? work().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  /** Resolves when the current work has ended, even if it failed. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }
}
