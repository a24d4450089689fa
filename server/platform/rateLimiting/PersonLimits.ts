import type { Database } from "../db/database";
import type { Limiter } from "./limiter";
import { DomainError } from "../../core/errors";
import type { Principal } from "../../core/principal";
import { personKey } from "./personKey";

/**
 * Per minute and account. People do not fill in forms that fast, and a partner's program can continue a
 * minute later.
 */
const writesInMinute = 120;
/** The same per address, for visitors: thousands of phones may share one. */
const visitorWritesInMinute = 1200;
/** Calls that cause a request to the payment provider, whose limits all travellers share. */
const gatewayCallsInMinute = 30;
const seconds = 60;

export class PersonLimits {
  readonly #writes: Limiter;
  readonly #visitorWrites: Limiter;
  readonly #gatewayCalls: Limiter;

  constructor(db: Pick<Database, "limiter">) {
    this.#writes = db.limiter({ name: "write", points: writesInMinute, seconds });
    this.#visitorWrites = db.limiter({ name: "visitor write", points: visitorWritesInMinute, seconds });
    this.#gatewayCalls = db.limiter({ name: "gateway", points: gatewayCallsInMinute, seconds });
  }

  /** Counts upcoming writes. Throws `RATE_LIMITED` with the seconds to wait. */
  async countWrites(viewer: Principal, writes = 1): Promise<void> {
    await count(viewer.session ? this.#writes : this.#visitorWrites, viewer, writes);
  }

  /** Counts a request to the payment provider. Throws `RATE_LIMITED` with the seconds to wait. */
  async countGatewayCall(viewer: Principal): Promise<void> {
    await count(this.#gatewayCalls, viewer, 1);
  }
}

async function count(limiter: Limiter, viewer: Principal, points: number): Promise<void> {
  const wait = await limiter.take(personKey(viewer), points);
  if (wait !== undefined) throw rateLimited(wait);
}

/** `retryAfter` in seconds. */
export function rateLimited(retryAfter: number): DomainError {
  return new DomainError("RATE_LIMITED", `This is too much at once. Please wait ${retryAfter} seconds`, {
    retryAfter,
  });
}
