/** Notes a failure for developers; the page tells the visitor by itself. */
export function logFailure(what: string, error: unknown): void {
  console.warn(`${what}:`, error);
}
