import type { Principal } from "../../core/principal";
import type { Database } from "../db/database";
import type { Limiter, Taken } from "./limiter";
import { countedLimits, type CountedLimit, type LimitName } from "./limits";
import { toNetwork, widerNetworks } from "./networks";
import { personKey } from "./personKey";
import { rateLimited } from "./rateLimited";

/** One object per request. */
export type Caller = Pick<Principal, "session" | "address">;

/** Counts calls against the table `countedLimits`. */
export class RateLimits {
  readonly #limiters: Record<LimitName, Limiter>;
  readonly #usage = new WeakMap<Caller, Map<CountedLimit, Taken>>();

  constructor(db: Pick<Database, "limiter">) {
    const entries = Object.entries(countedLimits).map(([name, limit]) => [name, db.limiter(limit)]);
    this.#limiters = Object.fromEntries(entries) as Record<LimitName, Limiter>;
  }

  /** Counts upcoming changes. Throws RATE_LIMITED with the seconds to wait. */
  async countWrites(caller: Caller, writes = 1): Promise<void> {
    await this.count(caller, caller.session ? "write" : "visitorWrite", writes);
  }

  /** Counts a call; `rateLimitHeaders` adds the usage to its response. Throws RATE_LIMITED with the wait. */
  async count(caller: Caller, name: LimitName, points = 1): Promise<void> {
    const limit: CountedLimit = countedLimits[name];
    const taken = await this.#take(caller, name, points);
    if (!taken) return;
    const { isOver, resetSeconds } = taken;
    // The remaining calls of a shared network would reveal the neighbours' use.
    const isShared = limit.per === "household" || limit.per === "routed";
    if (isOver || !isShared) this.#usage.set(caller, new Map(this.usageBy(caller)).set(limit, taken));
    if (isOver) throw rateLimited(resetSeconds, limit.reason);
  }

  /** Counts a call without refusing it, and returns whether it is within the limit. */
  async take(caller: Caller, name: LimitName): Promise<boolean> {
    return !(await this.#take(caller, name, 1))?.isOver;
  }

  async isExhausted(caller: Caller, name: LimitName): Promise<boolean> {
    const key = toKey(caller, countedLimits[name]);
    return key !== undefined && this.#limiters[name].isExhausted(key);
  }

  /** Returns the limits that were counted for this request. */
  usageBy(caller: Caller): ReadonlyMap<CountedLimit, Taken> {
    return this.#usage.get(caller) ?? new Map();
  }

  async #take(caller: Caller, name: LimitName, points: number): Promise<Taken | undefined> {
    const key = toKey(caller, countedLimits[name]);
    return key === undefined ? undefined : this.#limiters[name].take(key, points);
  }
}

/** Undefined if the limit does not apply: only IPv6 has households. */
function toKey(caller: Caller, { per }: CountedLimit): string | undefined {
  if (per === "account") return personKey(caller);
  return per === "address" ? toNetwork(caller.address) : widerNetworks(caller.address)[per];
}
