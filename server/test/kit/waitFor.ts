import { setTimeout as pause } from "node:timers/promises";

const maxMs = 40_000;

/** Polls until the condition holds, for at most 40 s; the error names `what`. */
export async function waitFor(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + maxMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}`);
    await pause(50);
  }
}
