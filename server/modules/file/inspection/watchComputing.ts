/** Milliseconds from look to look. */
const interval = 100;

/**
 * Tells once that this process has computed for longer than that many seconds, all threads together; call what it answers
 * to stop. The time of day does not count, so that on a busy machine nobody's file is taken for one that never ends.
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
