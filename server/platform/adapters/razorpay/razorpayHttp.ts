/** The HTTP client inside Razorpay's package: base URL, timeout, and classification of errors. */
import type Razorpay from "razorpay";
import { GatewayRejected, GatewayUnavailable, type OutageKind } from "../../../core/gatewayPort";

/** Thrown by the package for an API error. */
interface ApiError {
  statusCode: number;
  error?: { code?: string; description?: string };
}

/** Thrown by the HTTP client; `response` is undefined if no response arrived. */
interface HttpError extends Error {
  code?: string;
  response?: { status: number; data: unknown };
}

/** The part of the package's HTTP client (axios) that its types omit. */
export interface HttpClient {
  defaults: { baseURL: string; timeout: number };
  interceptors: {
    response: { use(done: undefined, failed: (error: HttpError) => Promise<never>): void };
  };
  post<T>(path: string, body: object, config: { headers: Record<string, string> }): Promise<{ data: T }>;
}

/** Returns the package's client, configured with `apiUrl` and a timeout, which the constructor does not accept. */
export function openHttpClient(razorpay: Razorpay, apiUrl: string, timeoutMs: number): HttpClient {
  const { rq } = (razorpay as unknown as { api: { rq: HttpClient } }).api;
  rq.defaults.baseURL = apiUrl;
  rq.defaults.timeout = timeoutMs;
  // If no response arrived, the package would throw a TypeError that hides the cause, so the interceptor adds a
  // response with status 0.
  rq.interceptors.response.use(undefined, async (error) => {
    if (error.response) throw error;
    const isLate = error.code === "ECONNABORTED" || error.code === "ETIMEDOUT";
    const data = { error: { code: isLate ? "TIMEOUT" : "NO_CONNECTION" } };
    throw Object.assign(new Error("no answer"), { response: { status: 0, data } });
  });
  return rq;
}

/** Converts an error of the HTTP client to an API error and throws it, as the package does in its own calls. */
export function normaliseError(error: HttpError): never {
  const { status = 0, data } = error.response ?? {};
  const refusal: ApiError = { statusCode: status, error: (data as ApiError | undefined)?.error };
  throw Object.assign(new Error("refused", { cause: error }), refusal);
}

/**
 * Throws `GatewayUnavailable` if the outcome is unknown (no response, timeout, 429, 5xx, or another server's page), and
 * `GatewayRejected` for other API errors.
 */
export async function classifyErrors<T extends object>(call: Promise<T>): Promise<T> {
  let response: T;
  try {
    response = await call;
  } catch (error) {
    throw classifyError(error);
  }
  // Every response of Razorpay has an `entity`; a proxy's error page does not.
  if (typeof response !== "object" || response === null || !("entity" in response))
    throw new GatewayUnavailable("FOREIGN_ANSWER");
  return response;
}

function isApiError(error: unknown): error is ApiError {
  return typeof error === "object" && error !== null && typeof (error as ApiError).statusCode === "number";
}

function classifyError(cause: unknown): GatewayUnavailable | GatewayRejected {
  const outage = (kind: OutageKind) => new GatewayUnavailable(kind, { cause });
  if (!isApiError(cause)) return outage("NO_CONNECTION");
  const { statusCode, error: { code, description = "" } = {} } = cause;
  if (statusCode === 0) return outage(code === "TIMEOUT" ? "TIMEOUT" : "NO_CONNECTION");
  if (statusCode === 429) return outage("RATE_LIMITED");
  if (statusCode >= 500) return outage("SERVER_ERROR");
  // Every error of Razorpay has a code; a proxy's error page does not.
  return code ? new GatewayRejected(statusCode, code, description) : outage("FOREIGN_ANSWER");
}
