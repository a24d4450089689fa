import { connectionLimits } from "../limits";

/** Minimum pace at which a client must send a body or read a download. */
export interface SlowestPace {
  /** Required average. */
  bytesPerSecond: number;
  /** How long a transfer may be slower than that, or stall, in milliseconds. */
  patienceMs: number;
}

export function slowestPace(patienceMs: number): SlowestPace {
  return { bytesPerSecond: connectionLimits.bytesPerSecond, patienceMs };
}

/**
 * Watches one transfer. Waiting for the client counts against it, and transferred bytes count in its favour.
 * Credit does not accumulate, so a client that has sent all but the last bytes cannot stall for long.
 */
export class Pace {
  readonly #timer: NodeJS.Timeout;
  #behindMs = 0;

  /** `isWaiting`: true if the client has to act next. `onTooSlow` is called once. */
  constructor(
    private readonly slowest: SlowestPace,
    onTooSlow: () => void,
    isWaiting = () => true,
  ) {
    const tickMs = Math.min(1_000, slowest.patienceMs / 10);
    // Counts ticks instead of reading the clock, so that a blocked event loop counts as one tick.
    this.#timer = setInterval(() => {
      if (isWaiting()) this.#behindMs += tickMs;
      if (this.#behindMs <= slowest.patienceMs) return;
      this.stop();
      onTooSlow();
    }, tickMs);
  }

  moved(bytes: number): void {
    const worthMs = (bytes / this.slowest.bytesPerSecond) * 1_000;
    this.#behindMs = Math.max(0, this.#behindMs - worthMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
