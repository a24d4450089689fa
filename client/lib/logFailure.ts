/** Notes a failure for developers; spec §8 asks that some failures are logged beside what the page shows. */
export function logFailure(what: string, error: unknown): void {
  console.warn(`${what}:`, error);
}
