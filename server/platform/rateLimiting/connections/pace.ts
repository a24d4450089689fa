import { connectionLimits } from "../limits";

/** Minimum pace at which a client must send a body or read a download. */
export interface SlowestPace {
  /** Required average. */
  bytesPerSecond: number;
  /** Milliseconds for which a transfer may be slower than that, or stall. */
  patienceMs: number;
}

export function slowestPace(patienceMs: number): SlowestPace {
  return { bytesPerSecond: connectionLimits.bytesPerSecond, patienceMs };
}

/**
 * Watches how far one transfer is behind the minimum pace: time spent waiting for the client adds to its delay, and
 * transferred bytes reduce it, but not below zero. So a client that has sent all but the last bytes cannot stall for
 * long.
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
    // Counts ticks instead of reading the clock, so that the time of a blocked event loop counts as one tick only.
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
