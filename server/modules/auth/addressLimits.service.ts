import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "../../errors";
import { networkOf } from "../../turns/person";

/**
 * How often one address may ask for codes and try them. Generous: Indian mobile networks put thousands of
 * phones behind one address. The limits by number are the tight ones.
 */
export class AddressLimits {
  readonly #sends = new RateLimiterMemory({ keyPrefix: "send", points: 200, duration: 15 * 60 });
  readonly #tries = new RateLimiterMemory({ keyPrefix: "try", points: 600, duration: 15 * 60 });

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countSend(address: string): Promise<void> {
    await count(this.#sends, address);
  }

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countTry(address: string): Promise<void> {
    await count(this.#tries, address);
  }
}

async function count(limiter: RateLimiterMemory, address: string): Promise<void> {
  try {
    await limiter.consume(networkOf(address));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooManyCalls(Math.ceil(error.msBeforeNext / 1000));
  }
}

export function tooManyCalls(retryAfter: number): DomainError {
  return new DomainError("RATE_LIMITED", `Too many attempts. Please wait ${describeWait(retryAfter)}`, {
    retryAfter,
  });
}

/** In words, for a person. */
export function describeWait(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
