import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterMemory } from "rate-limiter-flexible";

/**
 * Creates a gate that lets `perSecond` calls per second pass immediately, from any caller, and delays others
 * by `delayMs` milliseconds. For cheap public responses: it slows down clients that repeat a request as soon
 * as it is answered.
 */
export function delayExcess(perSecond: number, delayMs: number): () => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perSecond, duration: 1 });
  return async () => {
    const isWithinLimit = await limiter.consume("anybody").then(
      () => true,
      () => false,
    );
    if (!isWithinLimit) await pause(delayMs);
  };
}
