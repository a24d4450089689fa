import { LRUCache } from "lru-cache";
import type { Database } from "../../platform/db/database";
import type { Limiter } from "../../platform/rateLimiting/limiter";
import { DomainError } from "../../core/errors";
import { toNetwork, widerNetworks } from "../../platform/rateLimiting/networks";
import { PersonThrottle, type Throttle } from "../../platform/rateLimiting/PersonThrottle";

const seconds = 15 * 60;

/**
 * Maximum number of codes in 15 minutes per network: `first` for any address, `verified` for one with a
 * recent login. The latter is generous because Indian mobile networks put thousands of phones behind one
 * address.
 *
 * The limits of larger networks prevent many addresses from multiplying the share of one. A household may use
 * two addresses. The smallest routed network gets the share of five addresses, an eighth of the default SMS
 * budget in that time. With logins it gets the share of three verified addresses, because a mobile operator's
 * pool has several.
 */
const shares = {
  address: { first: 20, verified: 200 },
  household: { first: 40, verified: 300 },
  routed: { first: 100, verified: 600 },
} as const;

/**
 * Slows codes for addresses without a login, because a burst from many of them would delay everyone's writes.
 */
const unverifiedThrottle: Throttle = { burst: 4, intervalMs: 500, maxDelayMs: 5_000 };

/**
 * Slows rejections per address; the first is immediate. A guessing program waits for each response before its
 * next attempt, so this keeps 120 attacking addresses from affecting other users.
 */
const refusalThrottle: Throttle = { burst: 1, intervalMs: 2_000, maxDelayMs: 5_000, jitterMs: 1_000 };

/** Duration in seconds for which a login raises the limit of its address. */
const verifiedSeconds = 24 * 60 * 60;
/** Cache time of the login status; another process may see a login in the meantime. */
const rereadMs = 10_000;

/** Limits how often one address can request and try codes. The limits per phone number are stricter. */
export class AddressLimits {
  readonly #sends: Record<keyof typeof shares, { first: Limiter; verified: Limiter }>;
  readonly #throttle: PersonThrottle;
  readonly #refusals = new PersonThrottle(refusalThrottle);
  readonly #attempts: Limiter;
  readonly #logins: Limiter;
  readonly #hasLogin = new LRUCache<string, boolean>({ max: 10_000, ttl: rereadMs });

  constructor(db: Pick<Database, "limiter">, throttle: Throttle = unverifiedThrottle) {
    this.#throttle = new PersonThrottle(throttle);
    const makeLimiters = (network: keyof typeof shares) => {
      const { first, verified } = shares[network];
      return {
        first: db.limiter({ name: `send ${network}`, points: first, seconds }),
        verified: db.limiter({ name: `send more ${network}`, points: verified - first, seconds }),
      };
    };
    this.#sends = {
      address: makeLimiters("address"),
      household: makeLimiters("household"),
      routed: makeLimiters("routed"),
    };
    this.#attempts = db.limiter({ name: "try", points: 600, seconds });
    this.#logins = db.limiter({ name: "login", points: 1, seconds: verifiedSeconds });
  }

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countSend(address: string): Promise<void> {
    // Narrowest network first, so that an address over its limit does not use up that of its neighbours.
    const networks = { address: toNetwork(address), ...widerNetworks(address) };
    const isVerified = await this.#isVerified(networks.address);
    for (const network of ["address", "household", "routed"] as const) {
      const key = networks[network];
      if (key === undefined) continue;
      const { first, verified } = this.#sends[network];
      // Verified addresses use the extra share first and leave the first share to their neighbours.
      if (isVerified && (await verified.take(key)) === undefined) continue;
      const wait = await first.take(key);
      if (wait !== undefined) throw tooManyCalls(wait);
    }
    if (!isVerified) await this.#throttle.wait(networks.address);
  }

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countAttempt(address: string): Promise<void> {
    const wait = await this.#attempts.take(toNetwork(address));
    if (wait !== undefined) throw tooManyCalls(wait);
  }

  /**
   * Runs `work` and delays its rejection if the address has had others recently. Success is never delayed.
   */
  async delayRejections<T>(address: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError) await this.#refusals.wait(toNetwork(address));
      throw error;
    }
  }

  /** Raises the limit of an address for a day. */
  async recordLogin(address: string): Promise<void> {
    const network = toNetwork(address);
    await this.#logins.take(network);
    this.#hasLogin.set(network, true);
  }

  async #isVerified(network: string): Promise<boolean> {
    const known = this.#hasLogin.get(network);
    if (known !== undefined) return known;
    const hasLogin = await this.#logins.isExhausted(network);
    this.#hasLogin.set(network, hasLogin);
    return hasLogin;
  }
}

export function tooManyCalls(retryAfter: number): DomainError {
  return new DomainError("RATE_LIMITED", `Too many attempts. Please wait ${describeWait(retryAfter)}`, {
    retryAfter,
  });
}

/** Formats a waiting time for error messages. */
export function describeWait(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
