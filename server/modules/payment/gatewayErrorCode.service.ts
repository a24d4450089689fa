import { DomainError } from "../../errors";
import { GatewayUnavailable, RefundRefused } from "../../ports";

/** A short code for what went wrong, to be kept beside the work that is tried again. Never a message: it may name people. */
export function findErrorCode(error: unknown): string {
  const { cause, statusCode } = (error ?? {}) as { cause?: unknown; statusCode?: unknown };
  if (cause instanceof GatewayUnavailable) return cause.kind;
  if (error instanceof RefundRefused) return error.message;
  if (error instanceof DomainError) return error.code;
  return typeof statusCode === "number" ? `GATEWAY_${statusCode}` : "UNFORESEEN";
}
