/** The signal that ends a process after too much CPU time. It differs from the OOM killer's and causes no core dump. */
export const cpuLimitSignal = "SIGVTALRM";

/** Milliseconds between checks. */
const interval = 100;

/**
 * Calls `onTooMuch` once if this process uses more than `seconds` of CPU time across all threads. Returns a
 * function that stops watching. Wall-clock time does not count, so a busy machine causes no false positives.
 */
export function watchComputing(seconds: number, onTooMuch: () => void): () => void {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system <= seconds * 1e6) return;
    clearInterval(watch);
    onTooMuch();
  }, interval);
  return () => clearInterval(watch);
}
