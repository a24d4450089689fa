import type { WireResponse } from "./sendJson";
import { statusError } from "./TransportError";

/** What a GraphQL server answers with. */
export interface GraphqlResult {
  data?: unknown;
  errors?: readonly { message: string }[];
}

/** How a browser asks for it. */
export const acceptGraphql = "application/graphql-response+json, application/json";

/** Reads a response as GraphQL; one that is none fails with its status. */
export function readResponse({ status, text }: WireResponse): GraphqlResult {
  try {
    const result: unknown = JSON.parse(text);
    if (result !== null && typeof result === "object" && ("data" in result || "errors" in result)) {
      return result as GraphqlResult;
    }
  } catch {
    // Not JSON: a proxy or a broken server answered.
  }
  throw statusError(status);
}
