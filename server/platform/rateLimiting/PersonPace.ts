import { setTimeout as pause } from "node:timers/promises";
import { Debts } from "./Debts";

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
  readonly #debts = new Debts();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Resolves when the person's next step may be taken. */
  async wait(person: string): Promise<void> {
    const { atOnce, everyMs, maxMs = Infinity, spreadMs = 0 } = this.#pace;
    const early = this.#debts.add(person, everyMs, maxMs + atOnce * everyMs) - atOnce * everyMs;
    if (early > 0) await pause(early + Math.random() * spreadMs, undefined, { ref: false });
  }
}
