/**
 * How a multipart request is refused. What the client can be told in the API's own terms is a `DomainError`;
 * the two cases of HTTP alone (408, and 499 for a client that left) have a class and a `status` of their own.
 */
import { DomainError } from "../../errors";

/** The client broke off before its body was complete. Nobody reads the response; 499 is for the log (nginx). */
export class RequestAborted extends Error {
  override readonly name = "RequestAborted";
  readonly status = 499;

  constructor() {
    super("The client closed the connection before the request was complete");
  }
}

/** The body did not arrive in time. */
export class RequestTimeout extends Error {
  override readonly name = "RequestTimeout";
  readonly status = 408;

  constructor(timeoutMs: number) {
    super(`The request was not complete after ${Math.ceil(timeoutMs / 1000)} seconds`);
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

export function overBudget(): DomainError {
  return new DomainError("UNAVAILABLE", "Too many uploads at the moment. Please try again shortly", {
    retryAfter: RETRY_AFTER_SECONDS,
  });
}

/** A name that a client chose, fit for a message and a log line. */
export function printable(name: string): string {
  return name.replace(/\p{Cc}/gu, "").slice(0, 100);
}
