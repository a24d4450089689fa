import { basePath } from "../lib/basePath";
import type { PublicQuestion } from "../publicData/PublicData";

export interface WireResponse {
  status: number;
  text: string;
}

const timeoutMs = 20_000;

/** Posts JSON. Rejects with `Network Error`, `Request aborted` or `timeout of N ms exceeded`. */
export async function sendJson(call: {
  uri: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal;
}): Promise<WireResponse> {
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), timeoutMs);
  const onAbort = () => timer.abort();
  call.signal?.addEventListener("abort", onAbort);
  if (call.signal?.aborted) onAbort();
  try {
    const response = await fetch(call.uri, {
      method: "POST",
      headers: { ...call.headers, "content-type": "application/json" },
      body: call.body,
      signal: timer.signal,
    });
    return { status: response.status, text: await response.text() };
  } catch {
    if (call.signal?.aborted) throw abortedError();
    throw timer.signal.aborted ? timeoutError(timeoutMs) : networkError();
  } finally {
    clearTimeout(timeout);
    call.signal?.removeEventListener("abort", onAbort);
  }
}

interface GraphqlResult {
  data?: unknown;
  errors?: readonly { message: string }[];
}

export const acceptGraphql = "application/graphql-response+json, application/json";

/** Parses a GraphQL response; throws an error with the status if it is not one. */
export function readResponse({ status, text }: WireResponse): GraphqlResult {
  try {
    const result: unknown = JSON.parse(text);
    if (result !== null && typeof result === "object" && ("data" in result || "errors" in result)) {
      return result as GraphqlResult;
    }
  } catch {
    // Not JSON, but the response of a proxy or a broken server.
  }
  throw statusError(status);
}

/** Sends an operation without Apollo and without a session. Returns its data; throws if any part of it failed. */
export async function askGraphql(operation: PublicQuestion): Promise<unknown> {
  const headers = { accept: acceptGraphql };
  const response = await sendJson({ uri: `${basePath}/graphql`, headers, body: JSON.stringify(operation) });
  const { data, errors } = readResponse(response);
  if (errors?.[0]) throw new Error(errors[0].message);
  return data;
}

/** A failed call without a GraphQL response. The specification fixes the messages, so do not change them. */
export class TransportError extends Error {
  override readonly name = "TransportError";

  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

export const networkError = () => new TransportError("Network Error");
export const abortedError = () => new TransportError("Request aborted");
export const timeoutError = (ms: number) => new TransportError(`timeout of ${ms} ms exceeded`);
export const statusError = (status: number) =>
  new TransportError(`Request failed with status code ${status}`, status);
