import { DomainError } from "../../errors";
import { GatewayUnavailable } from "../../ports";

/** Makes the call; no answer that counts becomes PROVIDER_UNAVAILABLE, which asks to try again. */
export async function askGateway<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof GatewayUnavailable)) throw cause;
    const error = new DomainError(
      "PROVIDER_UNAVAILABLE",
      "The payment provider does not answer right now. Nothing is lost; please try again",
      { retryAfter: 10 },
    );
    throw Object.assign(error, { cause });
  }
}

/** Whether that is what `askGateway` throws. */
export function isOutage(error: unknown): boolean {
  return error instanceof DomainError && error.code === "PROVIDER_UNAVAILABLE";
}
