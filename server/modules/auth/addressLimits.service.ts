import { LRUCache } from "lru-cache";
import { DomainError } from "../../core/errors";
import { throttles } from "../../platform/rateLimiting/limits";
import { toNetwork } from "../../platform/rateLimiting/networks";
import { PersonThrottle, type Throttle } from "../../platform/rateLimiting/PersonThrottle";
import type { Caller, RateLimits } from "../../platform/rateLimiting/RateLimits";

/**
 * The limits of the networks around an IP address, narrowest first. Each network has an additional limit for verified
 * addresses, from which a user has logged in recently.
 */
const codeLimits = [
  ["code", "verifiedCode"],
  ["householdCode", "verifiedHouseholdCode"],
  ["routedCode", "verifiedRoutedCode"],
] as const;

/**
 * How long the process caches whether an IP address is verified. A login in another process takes effect after that.
 */
const rereadMs = 10_000;

/**
 * Limits how many codes one IP address can request and how many attempts it can make. The limits per phone number are
 * stricter.
 */
export class AddressLimits {
  readonly #throttle: PersonThrottle;
  readonly #refusals = new PersonThrottle(throttles.refusedCode);
  readonly #hasLogin = new LRUCache<string, boolean>({ max: 10_000, ttl: rereadMs });

  constructor(
    private readonly limits: RateLimits,
    throttle: Throttle = throttles.unverifiedCode,
  ) {
    this.#throttle = new PersonThrottle(throttle);
  }

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countSend(caller: Caller): Promise<void> {
    const isVerified = await this.#isVerified(caller);
    // Narrowest network first, so that an address over its limit does not use up the limit of its neighbours.
    for (const [first, verified] of codeLimits) {
      // Verified addresses use their own limit first and leave the shared one to their neighbours.
      if (isVerified && (await this.limits.take(caller, verified))) continue;
      await this.limits.count(caller, first);
    }
    if (!isVerified) await this.#throttle.wait(toNetwork(caller.address));
  }

  /** Throws `RATE_LIMITED` with the seconds to wait. */
  async countAttempt(caller: Caller): Promise<void> {
    await this.limits.count(caller, "codeAttempt");
  }

  /**
   * Runs `work`. If `work` rejects and the address had other rejections recently, the rejection is delayed; a success
   * never is.
   */
  async delayRejections<T>(address: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError) await this.#refusals.wait(toNetwork(address));
      throw error;
    }
  }

  /** Makes an IP address verified for a day, which raises its limits. */
  async recordLogin(caller: Caller): Promise<void> {
    await this.limits.take(caller, "login");
    this.#hasLogin.set(toNetwork(caller.address), true);
  }

  async #isVerified(caller: Caller): Promise<boolean> {
    const network = toNetwork(caller.address);
    const known = this.#hasLogin.get(network);
    if (known !== undefined) return known;
    const hasLogin = await this.limits.isExhausted(caller, "login");
    this.#hasLogin.set(network, hasLogin);
    return hasLogin;
  }
}
