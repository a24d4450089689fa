import type { ApolloLink } from "@apollo/client/link";
import { statusError } from "./TransportError";

/** What came back over the wire. */
export interface WireAnswer {
  status: number;
  text: string;
}

/** Reads an answer as GraphQL; one that is none fails with its status. */
export function readAnswer({ status, text }: WireAnswer): ApolloLink.Result {
  try {
    const result: unknown = JSON.parse(text);
    if (result !== null && typeof result === "object" && ("data" in result || "errors" in result)) {
      return result as ApolloLink.Result;
    }
  } catch {
    // Not JSON: a proxy or a broken server answered.
  }
  throw statusError(status);
}
