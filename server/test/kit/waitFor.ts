import { setTimeout as pause } from "node:timers/promises";

const longestMs = 40_000;

/** Asks until the answer is yes, for 40 s at most; the error says what was waited for. */
export async function waitFor(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + longestMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}`);
    await pause(50);
  }
}
