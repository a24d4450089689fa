import { CombinedGraphQLErrors } from "@apollo/client/errors";

const fallback = "Something went wrong. Please try again.";

/** Returns the `extensions.code` of a GraphQL error, e.g. `RATE_LIMITED`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  const code = error.errors[0]?.extensions?.["code"];
  return typeof code === "string" ? code : undefined;
}

/** True if a call failed without a GraphQL response. The server may still have executed it. */
export const hasNoResponse = (error: unknown) => !CombinedGraphQLErrors.is(error);

/** Formats a wait: `45 seconds`, `3 minutes`. */
export function waitText(seconds: number): string {
  const [count, unit] = seconds < 100 ? [Math.ceil(seconds), "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Returns the seconds to wait after a rate limit; undefined for any other error. */
export function findRetryAfter(error: unknown): number | undefined {
  if (errorCode(error) !== "RATE_LIMITED" || !CombinedGraphQLErrors.is(error)) return undefined;
  const retryAfter = error.errors[0]?.extensions?.["retryAfter"];
  return typeof retryAfter === "number" ? retryAfter : undefined;
}

/** Returns the message to show for a failed call: the server's, the transport's, or how long to wait. */
export function errorMessage(error: unknown): string {
  if (CombinedGraphQLErrors.is(error)) {
    const retryAfter = findRetryAfter(error);
    if (retryAfter !== undefined) return `Too many attempts. Please try again in ${waitText(retryAfter)}.`;
    return error.errors[0]?.message || fallback;
  }
  return error instanceof Error && error.message ? error.message : fallback;
}

/** A mutation's response; its only field is the payload. */
export interface Response<Payload> {
  data?: Record<string, Payload> | null | undefined;
}

export function payloadOf<Payload>({ data }: Response<Payload>): Payload {
  const [payload] = Object.values(data ?? {});
  if (!payload) throw new Error("The server sent no response. Please try again.");
  return payload;
}

/** Returns why a mutation was refused; undefined if it was not. */
export function findProblem(response: Response<{ userErrors: readonly { message: string }[] }>) {
  return payloadOf(response).userErrors[0]?.message;
}
