import { setTimeout as pause } from "node:timers/promises";

/** Uploads of one person that are read without a wait, as many as one form brings at its worst and some tries. */
const atOnce = 10;
/** After them one is read every so often; what is refused at once would otherwise be sent again at once, in megabytes. */
const everyMs = 500;

/**
 * How fast the uploads of one person are read. A body that waits stays in the sender's line and costs nothing; nothing is
 * refused (how much a person may change in a minute is `PersonLimits`').
 */
export class UploadPace {
  readonly #atOnce: number;
  readonly #everyMs: number;
  /** When, in milliseconds, each has used up what they may take at once; nobody for whom that is over. */
  readonly #until = new Map<string, number>();

  constructor(pace: { atOnce: number; everyMs: number } = { atOnce, everyMs }) {
    this.#atOnce = pace.atOnce;
    this.#everyMs = pace.everyMs;
  }

  /** Resolves when the person's next upload may be read. */
  async wait(person: string): Promise<void> {
    const now = performance.now();
    const until = Math.max(now, this.#until.get(person) ?? now) + this.#everyMs;
    this.#until.set(person, until);
    setTimeout(() => this.#forget(person), until - now + 1).unref();
    const early = until - now - this.#atOnce * this.#everyMs;
    if (early > 0) await pause(early, undefined, { ref: false });
  }

  #forget(person: string): void {
    const until = this.#until.get(person);
    if (until !== undefined && until <= performance.now()) this.#until.delete(person);
  }
}
