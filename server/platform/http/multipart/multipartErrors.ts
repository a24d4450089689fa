import { DomainError } from "../../../core/errors";
import type { NoRoom } from "./MemoryBudget";

/** An error that occurs only in HTTP, not in services. `name` distinguishes these errors in the log. */
export class HttpError extends Error {
  constructor(
    readonly status: 405 | 408 | 415 | 499,
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The client disconnected before its body was complete. No client receives the status 499 (as in nginx); it is for the
 * log.
 */
export const requestAborted = () =>
  new HttpError(499, "RequestAborted", "The client closed the connection before the request was complete");

/** The body did not arrive in time, whatever its type. */
export const requestTimeout = () =>
  new HttpError(408, "RequestTimeout", "The request did not arrive in time");

/** The body has a Content-Encoding, which browsers never use for forms. */
export const unsupportedEncoding = () =>
  new HttpError(415, "UnsupportedEncoding", "Send a multipart body without Content-Encoding");

export function malformed(message: string, field?: string): DomainError {
  return new DomainError("BAD_USER_INPUT", message, { field: field && printable(field) });
}

export function payloadTooLarge(message: string, field?: string): DomainError {
  return new DomainError("PAYLOAD_TOO_LARGE", message, { field: field && printable(field) });
}

/** Short, because an upload stays in memory for only a few seconds. */
const RETRY_AFTER_SECONDS = 5;

export function noRoomFor(whose: NoRoom): DomainError {
  const [code, message] =
    whose === "person"
      ? (["RATE_LIMITED", "You have too many uploads in progress. Please wait for one to finish"] as const)
      : (["UNAVAILABLE", "Too many uploads at the moment. Please try again shortly"] as const);
  return new DomainError(code, message, { retryAfter: RETRY_AFTER_SECONDS });
}

/** Makes a name from a client safe for messages and log lines. */
export function printable(name: string): string {
  return name.replace(/\p{Cc}/gu, "").slice(0, 100);
}
