import { setTimeout as pause } from "node:timers/promises";
import { LeakyBuckets } from "./LeakyBuckets";

export interface Throttle {
  /** Number of steps that a person may take without delay. */
  burst: number;
  /** Milliseconds between steps beyond the burst. */
  intervalMs: number;
  /** Maximum delay of a step in milliseconds, however many steps are waiting. */
  maxDelayMs?: number;
  /**
   * Maximum random addition to a delay in milliseconds, so that people who started together do not continue together.
   */
  jitterMs?: number;
}

/** Limits how fast each person takes steps, by delaying steps that come too soon. */
export class PersonThrottle {
  readonly #usage = new LeakyBuckets();

  constructor(private readonly options: Throttle) {}

  /** Resolves when the person's next step may run. */
  async wait(person: string): Promise<void> {
    const { burst, intervalMs, maxDelayMs = Infinity, jitterMs = 0 } = this.options;
    const early = this.#usage.add(person, intervalMs, maxDelayMs + burst * intervalMs) - burst * intervalMs;
    // Rounded up, because timers drop fractions of a millisecond.
    if (early > 0) await pause(Math.ceil(early + Math.random() * jitterMs), undefined, { ref: false });
  }
}
