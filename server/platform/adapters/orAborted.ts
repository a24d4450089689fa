/** Resolves with the work, or rejects as soon as the signal is aborted, even if the work ignores it. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort);
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", abort));
}
