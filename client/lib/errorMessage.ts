import { CombinedGraphQLErrors } from "@apollo/client/errors";

const fallback = "Something went wrong. Please try again.";

/** The `extensions.code` of a GraphQL error, e.g. `RATE_LIMITED`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  const code = error.errors[0]?.extensions?.["code"];
  return typeof code === "string" ? code : undefined;
}

/** A wait in words: `45 seconds`, `3 minutes`. */
export function waitLabel(seconds: number): string {
  const [count, unit] = seconds < 100 ? [Math.ceil(seconds), "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** What to tell the person about a call that failed: the server's words, the transport's, or how long to wait. */
export function errorMessage(error: unknown): string {
  if (CombinedGraphQLErrors.is(error)) {
    const first = error.errors[0];
    const retryAfter = first?.extensions?.["retryAfter"];
    if (first?.extensions?.["code"] === "RATE_LIMITED" && typeof retryAfter === "number") {
      return `Too many attempts. Please try again in ${waitLabel(retryAfter)}.`;
    }
    return first?.message || fallback;
  }
  return error instanceof Error && error.message ? error.message : fallback;
}

/** Notes a failure for developers; the page tells the visitor by itself. */
export function logFailure(what: string, error: unknown): void {
  console.warn(`${what}:`, error);
}
