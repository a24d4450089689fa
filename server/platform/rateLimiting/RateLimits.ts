import type { Principal } from "../../core/principal";
import type { Database } from "../db/database";
import type { Limiter, Taken } from "./limiter";
import { countedLimits, type CountedLimit, type LimitName } from "./limits";
import { toNetwork, widerNetworks } from "./networks";
import { personKey } from "./personKey";
import { rateLimited } from "./rateLimited";

/**
 * The caller of one request. Must be a new object for each request, because it is the key under which usage is stored.
 */
export type Caller = Pick<Principal, "session" | "address" | "partner">;

/** The names of limits that can be set for each partner. */
const partnerLimits = ["points", "write", "gateway"] as const satisfies readonly LimitName[];

/** The state of a limit after a call, and the points that the call consumed. */
type Usage = Taken & { points: number };

/** Counts calls against the limits in `countedLimits`. */
export class RateLimits {
  readonly #limiters = new Map<string, { limit: CountedLimit; limiter: Limiter }>();
  readonly #usage = new WeakMap<Caller, Map<CountedLimit, Usage>>();

  constructor(private readonly db: Pick<Database, "limiter">) {}

  /**
   * Counts an operation before it runs, except for visitors: each mutation that is open to them has its own limit.
   * Throws RATE_LIMITED with the seconds to wait.
   */
  async countOperation(
    caller: Caller,
    { cost, mutations }: { cost: number; mutations: number },
  ): Promise<void> {
    if (caller.partner) await this.count(caller, "points", cost);
    if (mutations > 0 && caller.session) await this.count(caller, "write", mutations);
  }

  /** Returns the cost of a partner's operation; undefined for other callers. */
  costOf(caller: Caller): { operation: number; remaining: number; resetSeconds: number } | undefined {
    const usage = [...this.usageBy(caller)].find(([{ name }]) => name === countedLimits.points.name)?.[1];
    return usage && { operation: usage.points, remaining: usage.remaining, resetSeconds: usage.resetSeconds };
  }

  /** Counts a call; `rateLimitHeaders` adds the usage to its response. Throws RATE_LIMITED with the seconds to wait. */
  async count(caller: Caller, name: LimitName, points = 1): Promise<void> {
    const { limit, taken } = await this.#take(caller, name, points);
    if (!taken) return;
    const { isOver, resetSeconds } = taken;
    // Does not report the remaining calls of a network that callers share, because they would reveal the use by others.
    const isShared = limit.per === "household" || limit.per === "routed";
    if (isOver || !isShared)
      this.#usage.set(caller, new Map(this.usageBy(caller)).set(limit, { ...taken, points }));
    if (isOver) throw rateLimited(resetSeconds, limit.reason);
  }

  /** Counts a call without rejecting it, and returns whether it is within the limit. */
  async take(caller: Caller, name: LimitName): Promise<boolean> {
    return !(await this.#take(caller, name, 1)).taken?.isOver;
  }

  async isExhausted(caller: Caller, name: LimitName): Promise<boolean> {
    return (await this.findUsed(caller, name)) >= this.#findLimiter(caller, name).limit.points;
  }

  /** Returns the points that the caller has used in the current window of a limit. */
  async findUsed(caller: Caller, name: LimitName): Promise<number> {
    const { limit, limiter } = this.#findLimiter(caller, name);
    const key = toKey(caller, limit);
    return key === undefined ? 0 : limiter.findUsed(key);
  }

  /** Returns the usage of each limit, for the response to this request. */
  usageBy(caller: Caller): ReadonlyMap<CountedLimit, Usage> {
    return this.#usage.get(caller) ?? new Map();
  }

  async #take(caller: Caller, name: LimitName, points: number) {
    const { limit, limiter } = this.#findLimiter(caller, name);
    const key = toKey(caller, limit);
    return { limit, taken: key === undefined ? undefined : await limiter.take(key, points) };
  }

  /** Returns a limit and its limiter, with the partner's own number of points if there is one. */
  #findLimiter({ partner }: Caller, name: LimitName): { limit: CountedLimit; limiter: Limiter } {
    const given: CountedLimit = countedLimits[name];
    const differing = partnerLimits.find((one) => one === name);
    const points = (partner && differing && partner.limits[differing]) ?? given.points;
    const key = `${name} ${points}`;
    const known = this.#limiters.get(key);
    if (known) return known;
    const limit = points === given.points ? given : { ...given, points };
    const made = { limit, limiter: this.db.limiter(limit) };
    this.#limiters.set(key, made);
    return made;
  }
}

/** Returns the key under which the caller's calls are counted; undefined for the household limit of an IPv4 address. */
function toKey(caller: Caller, { per }: CountedLimit): string | undefined {
  if (per === "account") return personKey(caller);
  return per === "address" ? toNetwork(caller.address) : widerNetworks(caller.address)[per];
}
