import type { WireResponse } from "./sendJson";
import { statusError } from "./TransportError";

export interface GraphqlResult {
  data?: unknown;
  errors?: readonly { message: string }[];
}

/** The Accept header for GraphQL. */
export const acceptGraphql = "application/graphql-response+json, application/json";

/** Parses a GraphQL response; throws an error with the status if it is not one. */
export function readResponse({ status, text }: WireResponse): GraphqlResult {
  try {
    const result: unknown = JSON.parse(text);
    if (result !== null && typeof result === "object" && ("data" in result || "errors" in result)) {
      return result as GraphqlResult;
    }
  } catch {
    // Not JSON: the response of a proxy or of a broken server.
  }
  throw statusError(status);
}
