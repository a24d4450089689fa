import { setTimeout as pause } from "node:timers/promises";
import { WindowCounter } from "./WindowCounter";

/**
 * Creates a gate that lets `points` calls per window pass immediately, from any caller, and delays others by `delayMs`
 * milliseconds. For cheap public responses: it slows down clients that repeat a request as soon as they receive the
 * response.
 */
export function delayExcess(limit: {
  points: number;
  seconds: number;
  delayMs: number;
}): () => Promise<void> {
  const window = new WindowCounter(limit);
  return async () => {
    if (!window.consume("anybody")) await pause(limit.delayMs);
  };
}
