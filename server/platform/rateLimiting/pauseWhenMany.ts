import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterMemory } from "rate-limiter-flexible";

/**
 * Makes a gate that so many pass in a second without a pause, whoever they are; the others wait for `pauseMs`
 * milliseconds. For what costs next to nothing and is answered to anybody: who asks again as soon as they are answered
 * asks less often then, and leaves the time to others.
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
