import { isIPv6 } from "node:net";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "../../errors";

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

/** An IPv6 customer has a whole /64 to himself, so that counts as one address. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const front = head.split(":").filter(Boolean);
  const back = tail.split(":").filter(Boolean);
  const missing = address.includes("::") ? 8 - front.length - back.length : 0;
  return [...front, ...Array<string>(missing).fill("0"), ...back].slice(0, 4).join(":");
}

export function tooManyCalls(retryAfter: number): DomainError {
  return new DomainError("RATE_LIMITED", `Too many attempts. Please wait ${describeWait(retryAfter)}`, {
    retryAfter,
  });
}

function describeWait(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
