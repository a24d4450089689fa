import type { Database } from "../../db/database";
import type { Limiter } from "../../db/limiter";
import { DomainError } from "../../errors";
import { networkOf } from "../../turns/person";

const seconds = 15 * 60;

/**
 * How often one address may ask for codes and try them. Generous: Indian mobile networks put thousands of
 * phones behind one address. The limits by number are the tight ones.
 */
export class AddressLimits {
  readonly #sends: Limiter;
  readonly #tries: Limiter;

  constructor(db: Pick<Database, "limiter">) {
    this.#sends = db.limiter({ name: "send", points: 200, seconds });
    this.#tries = db.limiter({ name: "try", points: 600, seconds });
  }

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countSend(address: string): Promise<void> {
    await count(this.#sends, address);
  }

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countTry(address: string): Promise<void> {
    await count(this.#tries, address);
  }
}

async function count(limiter: Limiter, address: string): Promise<void> {
  const wait = await limiter.take(networkOf(address));
  if (wait !== undefined) throw tooManyCalls(wait);
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
