import { setTimeout as pause } from "node:timers/promises";

const longestMs = 30_000;

/** Tries a check until it holds, for 30 s at most, as a person waits for a page; then its own error is thrown. */
export async function poll(check: () => Promise<void> | void): Promise<void> {
  const end = Date.now() + longestMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(50);
    }
  }
}
