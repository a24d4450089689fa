/** How the payment gateway is asked, and what becomes of it where it does not answer. */
import { DomainError } from "../../errors";
import { GatewayUnavailable, RefundRefused } from "../../ports";

/** Makes the call; no response that counts becomes PROVIDER_UNAVAILABLE, which asks to try again. */
export async function callGateway<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof GatewayUnavailable)) throw cause;
    const error = new DomainError(
      "PROVIDER_UNAVAILABLE",
      "The payment provider is not responding. Nothing is lost; please try again",
      { retryAfter: 10 },
    );
    throw Object.assign(error, { cause });
  }
}

/** Whether that is what `askGateway` throws. */
export function isOutage(error: unknown): boolean {
  return error instanceof DomainError && error.code === "PROVIDER_UNAVAILABLE";
}

/**
 * A short code for what went wrong, to be kept beside the work that is tried again. Never a message: it may name
 * people.
 */
export function findErrorCode(error: unknown): string {
  const { cause, statusCode } = (error ?? {}) as { cause?: unknown; statusCode?: unknown };
  if (cause instanceof GatewayUnavailable) return cause.kind;
  if (error instanceof RefundRefused) return error.message;
  if (error instanceof DomainError) return error.code;
  return typeof statusCode === "number" ? `GATEWAY_${statusCode}` : "UNFORESEEN";
}
