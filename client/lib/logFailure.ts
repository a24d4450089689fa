/** Logs a failure for developers; the page informs the visitor separately. */
export function logFailure(what: string, error: unknown): void {
  console.warn(`${what}:`, error);
}
