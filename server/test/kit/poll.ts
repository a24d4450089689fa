import { setTimeout as pause } from "node:timers/promises";

const maxMs = 30_000;

/** Repeats a check until it passes, for at most 30 s; then throws its last error. */
export async function poll(check: () => Promise<void> | void): Promise<void> {
  const end = Date.now() + maxMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(50);
    }
  }
}
