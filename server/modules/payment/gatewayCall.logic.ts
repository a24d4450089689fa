/** Calls the payment gateway and classifies its failures. */
import { DomainError } from "../../core/errors";
import { GatewayRejected, GatewayUnavailable, RefundRejected } from "../../core/gatewayPort";

/** Runs a gateway call. Throws PROVIDER_UNAVAILABLE, which callers may retry, if there is no conclusive response. */
export async function callGateway<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof GatewayUnavailable)) throw cause;
    throw Object.assign(gatewayOutage(), { cause });
  }
}

export function gatewayOutage(): DomainError {
  return new DomainError(
    "PROVIDER_UNAVAILABLE",
    "The payment provider is not responding. Nothing is lost; please try again",
    { retryAfter: 10 },
  );
}

export function isOutage(error: unknown): boolean {
  return error instanceof DomainError && error.code === "PROVIDER_UNAVAILABLE";
}

/**
 * Returns a code to store, never a message, because messages may name people. For `RefundRejected`, returns the
 * gateway's code.
 */
export function findErrorCode(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: unknown };
  if (cause instanceof GatewayUnavailable) return cause.kind;
  if (error instanceof RefundRejected) return error.message;
  if (error instanceof GatewayRejected) return `GATEWAY_${error.status}`;
  return error instanceof DomainError ? error.code : "UNFORESEEN";
}
