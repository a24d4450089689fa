/**
 * How a multipart request is refused. What the client can be told in the API's own terms is a `DomainError`;
 * the two cases of HTTP alone (408, and 499 for a client that left) have a class and a `status` of their own.
 */
import { DomainError } from "../../../core/errors";
import type { NoRoom } from "./MemoryBudget";

/** The client broke off before its body was complete. Nobody reads the response; 499 is for the log (nginx). */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
  readonly status = 499;

  constructor() {
    super("The client closed the connection before the request was complete");
  }
}

/** The body did not arrive in time, of whatever type it is. */
export class RequestTimeout extends Error {
  override readonly name = "RequestTimeout";
  readonly status = 408;

  constructor() {
    super("The request did not arrive in time");
  }
}

/** The body is encoded as a whole, which forms never are. */
export class UnsupportedEncoding extends Error {
  override readonly name = "UnsupportedEncoding";
  readonly status = 415;

  constructor() {
    super("Send a multipart body without Content-Encoding");
  }
}

export function malformed(message: string, field?: string): DomainError {
  return new DomainError("BAD_USER_INPUT", message, { field: field === undefined ? null : printable(field) });
}

export function payloadTooLarge(message: string, field?: string): DomainError {
  return new DomainError("PAYLOAD_TOO_LARGE", message, {
    field: field === undefined ? null : printable(field),
  });
}

/** Seconds: uploads are held for a few seconds each, so there is room again soon. */
const RETRY_AFTER_SECONDS = 5;

export function noRoomFor(whose: NoRoom): DomainError {
  const retryAfter = RETRY_AFTER_SECONDS;
  return whose === "person"
    ? new DomainError("RATE_LIMITED", "You have too many uploads on their way. Please wait for one to end", {
        retryAfter,
      })
    : new DomainError("UNAVAILABLE", "Too many uploads at the moment. Please try again shortly", {
        retryAfter,
      });
}

/** A name that a client chose, fit for a message and a log line. */
export function printable(name: string): string {
  return name.replace(/\p{Cc}/gu, "").slice(0, 100);
}
