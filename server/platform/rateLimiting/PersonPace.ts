import { setTimeout as pause } from "node:timers/promises";
import { Debts } from "./Debts";

export interface Pace {
  /** Steps of one person that run without delay. */
  atOnce: number;
  /** Milliseconds between further steps. */
  everyMs: number;
  /** Maximum delay, however many steps are waiting. */
  maxMs?: number;
  /** Maximum random extra milliseconds, so that people who started together do not continue together. */
  spreadMs?: number;
}

/** Limits how fast one person proceeds. Nothing is refused: steps that are too fast are delayed. */
export class PersonPace {
  readonly #pace: Pace;
  readonly #debts = new Debts();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Resolves when the person's next step may run. */
  async wait(person: string): Promise<void> {
    const { atOnce, everyMs, maxMs = Infinity, spreadMs = 0 } = this.#pace;
    const early = this.#debts.add(person, everyMs, maxMs + atOnce * everyMs) - atOnce * everyMs;
    if (early > 0) await pause(early + Math.random() * spreadMs, undefined, { ref: false });
  }
}
