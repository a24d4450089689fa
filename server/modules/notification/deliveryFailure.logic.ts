import { DomainError } from "../../core/errors";
import { DeliveryError, type Log } from "../../core/ports";

/**
 * Logs why a message was not sent, and returns the failure. Does not log a `DomainError`. `about` must not contain the
 * recipient.
 */
export function describeFailure(log: Log, about: object, error: unknown): DeliveryError {
  if (error instanceof DeliveryError) {
    log.warn({ ...about, code: error.code }, "message not accepted");
    return error;
  }
  if (error instanceof DomainError) return new DeliveryError("OUTAGE", error.code);
  log.error({ ...about, err: error }, "message could not be sent");
  return new DeliveryError("LATER", "UNFORESEEN");
}
