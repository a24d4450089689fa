/** How slow the other side may be, as it sends a body or reads a download. */
export interface SlowestPace {
  /** What has to move in the long run. */
  bytesPerSecond: number;
  /** For how long less may move, or nothing. */
  patienceMs: number;
}

/** Less than any network on which a page can be used at all: 32 kbit a second. */
const bytesPerSecond = 4 * 1024;

export function slowestPace(patienceMs: number): SlowestPace {
  return { bytesPerSecond, patienceMs };
}

/**
 * Watches one transfer. The time that it waits for the other side counts against that side, bytes that move count for
 * it; those of before are no credit, so that who has sent all but the last bytes does not hold us for long.
 */
export class Pace {
  readonly #slowest: SlowestPace;
  readonly #timer: NodeJS.Timeout;
  #behindMs = 0;

  /** `isWaiting`: whether it is the other side's turn. `onTooSlow` is called once. */
  constructor(slowest: SlowestPace, isWaiting: () => boolean, onTooSlow: () => void) {
    this.#slowest = slowest;
    const tickMs = Math.min(1_000, slowest.patienceMs / 10);
    // By ticks, not by the clock: a time in which we ourselves did not get to read is one tick.
    this.#timer = setInterval(() => {
      if (isWaiting()) this.#behindMs += tickMs;
      if (this.#behindMs <= slowest.patienceMs) return;
      this.stop();
      onTooSlow();
    }, tickMs);
  }

  moved(bytes: number): void {
    const worthMs = (bytes / this.#slowest.bytesPerSecond) * 1_000;
    this.#behindMs = Math.max(0, this.#behindMs - worthMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
