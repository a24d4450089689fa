import { abortedError, networkError, timeoutError } from "./TransportError";

export interface WireResponse {
  status: number;
  text: string;
}

const timeoutMs = 20_000;

/** POSTs JSON. Fails with `Network Error`, `Request aborted` or `timeout of N ms exceeded`. */
export async function sendJson(call: {
  uri: string;
  headers: Record<string, string>;
  body: string;
  /** Aborts the call. */
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
