import { DomainError } from "../../core/errors";

/** `retryAfter` in seconds. */
export function rateLimited(retryAfter: number, reason = "This is too much at once"): DomainError {
  return new DomainError("RATE_LIMITED", `${reason}. Please wait ${describeWait(retryAfter)}`, {
    retryAfter,
  });
}

export const tooManyAttempts = "Too many attempts";

export function describeWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
