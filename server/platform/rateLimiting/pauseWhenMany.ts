import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterMemory } from "rate-limiter-flexible";

/**
 * Creates a gate that lets `inSecond` calls per second pass immediately, from any caller, and delays others
 * by `pauseMs` milliseconds. For cheap public responses: it slows down clients that repeat a request as soon
 * as it is answered.
 */
export function pauseWhenMany(inSecond: number, pauseMs: number): () => Promise<void> {
  const quick = new RateLimiterMemory({ points: inSecond, duration: 1 });
  return async () => {
    const isQuick = await quick.consume("anybody").then(
      () => true,
      () => false,
    );
    if (!isQuick) await pause(pauseMs);
  };
}
