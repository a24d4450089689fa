import { LRUCache } from "lru-cache";
import type { Database } from "../../db/database";
import type { Limiter } from "../../db/limiter";
import { DomainError } from "../../errors";
import { networkOf, widerNetworksOf } from "../../turns/person";
import { PersonPace, type Pace } from "../../turns/PersonPace";

const seconds = 15 * 60;

/**
 * Codes that may be requested in 15 minutes, by network: `first` for anyone, and up to `verified` from an address from
 * which a person has logged in. That address is generous: Indian mobile networks put thousands of phones behind one.
 *
 * The wider networks keep many addresses from multiplying the share of one. A household may have two addresses in use.
 * The smallest routed network gets five addresses' share, an eighth of what the default budget gives in that time, and
 * three large addresses' once they have logged in, as a mobile operator's pool has several.
 */
const shares = {
  address: { first: 20, verified: 200 },
  household: { first: 40, verified: 300 },
  routed: { first: 100, verified: 600 },
} as const;

/** Codes of an address without a login: a burst from many addresses would hold up everyone's writes. */
const firstPace: Pace = { atOnce: 4, everyMs: 500, maxMs: 5_000 };

/**
 * Of refusals to one address: the first leaves at once. A program that guesses sends its next try with the answer to the
 * last, so 120 addresses cost the others nothing that they notice.
 */
const refusalPace: Pace = { atOnce: 1, everyMs: 2_000, maxMs: 5_000, spreadMs: 1_000 };

/** How long a login widens the share of its address. */
const verifiedSeconds = 24 * 60 * 60;
/** How long a process believes what it has read about that; another process may have seen a login since. */
const rereadMs = 10_000;

/** How often one address may request codes and try them. The limits by number are the tight ones. */
export class AddressLimits {
  readonly #sends: Record<keyof typeof shares, { first: Limiter; verified: Limiter }>;
  readonly #pace: PersonPace;
  readonly #refusals = new PersonPace(refusalPace);
  readonly #tries: Limiter;
  readonly #logins: Limiter;
  readonly #hasLogin = new LRUCache<string, boolean>({ max: 10_000, ttl: rereadMs });

  constructor(db: Pick<Database, "limiter">, pace: Pace = firstPace) {
    this.#pace = new PersonPace(pace);
    const limitersOf = (network: keyof typeof shares) => {
      const { first, verified } = shares[network];
      return {
        first: db.limiter({ name: `send ${network}`, points: first, seconds }),
        verified: db.limiter({ name: `send more ${network}`, points: verified - first, seconds }),
      };
    };
    this.#sends = {
      address: limitersOf("address"),
      household: limitersOf("household"),
      routed: limitersOf("routed"),
    };
    this.#tries = db.limiter({ name: "try", points: 600, seconds });
    this.#logins = db.limiter({ name: "login", points: 1, seconds: verifiedSeconds });
  }

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countSend(address: string): Promise<void> {
    // The narrowest first: an address past its share takes nothing from its neighbours.
    const networks = { address: networkOf(address), ...widerNetworksOf(address) };
    const isVerified = await this.#isVerified(networks.address);
    for (const network of ["address", "household", "routed"] as const) {
      const key = networks[network];
      if (key === undefined) continue;
      const { first, verified } = this.#sends[network];
      // An address with a login leaves the first share to its neighbours while it can.
      if (isVerified && (await verified.take(key)) === undefined) continue;
      const wait = await first.take(key);
      if (wait !== undefined) throw tooManyCalls(wait);
    }
    if (!isVerified) await this.#pace.wait(networks.address);
  }

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countTry(address: string): Promise<void> {
    const wait = await this.#tries.take(networkOf(address));
    if (wait !== undefined) throw tooManyCalls(wait);
  }

  /** A refusal that comes one of many from an address waits before it leaves; what is right never waits. */
  async slowRefusals<T>(address: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError) await this.#refusals.wait(networkOf(address));
      throw error;
    }
  }

  /** Widens the share of an address for a day. */
  async noteLogin(address: string): Promise<void> {
    const network = networkOf(address);
    await this.#logins.take(network);
    this.#hasLogin.set(network, true);
  }

  async #isVerified(network: string): Promise<boolean> {
    const known = this.#hasLogin.get(network);
    if (known !== undefined) return known;
    const hasLogin = await this.#logins.isUsedUp(network);
    this.#hasLogin.set(network, hasLogin);
    return hasLogin;
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
