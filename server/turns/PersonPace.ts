import { setTimeout as pause } from "node:timers/promises";

export interface Pace {
  /** Steps of one person that wait for nothing. */
  atOnce: number;
  /** After them one step each so many milliseconds. */
  everyMs: number;
  /** Nobody waits longer, however many steps of theirs wait. */
  maxMs?: number;
  /** Up to so many milliseconds more at random, so that many people who began together do not go on together. */
  spreadMs?: number;
}

/** How fast one person may go on with something. Nothing is refused: what comes too fast waits. */
export class PersonPace {
  readonly #pace: Pace;
  /** When, in milliseconds, each has used up what they may take at once; nobody for whom that is over. */
  readonly #until = new Map<string, number>();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Resolves when the person's next step may be taken. */
  async wait(person: string): Promise<void> {
    const { atOnce, everyMs, maxMs = Infinity, spreadMs = 0 } = this.#pace;
    const now = performance.now();
    const latest = now + maxMs + atOnce * everyMs;
    const until = Math.min(Math.max(now, this.#until.get(person) ?? now) + everyMs, latest);
    this.#until.set(person, until);
    setTimeout(() => this.#forget(person), until - now + 1).unref();
    const early = until - now - atOnce * everyMs;
    if (early > 0) await pause(early + Math.random() * spreadMs, undefined, { ref: false });
  }

  #forget(person: string): void {
    const until = this.#until.get(person);
    if (until !== undefined && until <= performance.now()) this.#until.delete(person);
  }
}
