import type { Principal } from "../../../core/principal";
import { LeakyBuckets } from "../LeakyBuckets";
import { FairScheduler } from "./FairScheduler";
import { personKey } from "../personKey";
import { PersonThrottle } from "../PersonThrottle";
import { WindowCounter } from "../WindowCounter";
import { maxOverBudgetMs, slotLimits, throttles, windowLimits } from "../limits";
import { rateLimited } from "../rateLimited";
import { PersonSlots } from "./PersonSlots";

/**
 * Schedules requests by person. Each person has a queue, and a budget of thread time. Requests of a person over the
 * budget run after all others (`FairScheduler`).
 */
export class OperationScheduler {
  readonly #slots = new PersonSlots();
  readonly #refusals = new PersonThrottle(throttles.refusal);
  readonly #cached = new WindowCounter(windowLimits.cachedResponse);
  readonly #usage = new LeakyBuckets();

  constructor(private readonly scheduler = new FairScheduler()) {}

  /**
   * Counts a cached response against the caller's limit. Returns false if the limit is reached, so that the request has
   * to be scheduled.
   */
  canServeImmediately(caller: Pick<Principal, "session" | "address">): boolean {
    return this.#cached.consume(personKey(caller));
  }

  /**
   * Runs the operation when it is the person's turn. Returns undefined without running it if the caller has
   * disconnected by then (`isGone`). Throws `RATE_LIMITED` if too many of the person's operations are waiting.
   */
  async run<T>(
    caller: Pick<Principal, "session" | "address" | "partner">,
    isGone: () => boolean,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    const person = personKey(caller);
    const limit = limitFor(caller);
    const { threadShare, burstMs } = limit;
    if (this.#slots.isFull(person, limit)) {
      await this.#refusals.wait(person);
      throw rateLimited(5);
    }
    return new Promise((resolve, reject) => {
      void this.#slots.run(person, limit, async () => {
        if (isGone()) return resolve(undefined);
        const isWithinBudget = this.#usage.level(person) * threadShare < burstMs;
        const entered = this.scheduler.enter(person, isWithinBudget);
        // Avoids an `await` if there is nothing to wait for.
        const started = entered instanceof Promise ? await entered : entered;
        if (isGone()) resolve(undefined);
        else await work().then(resolve, reject);
        this.#usage.add(person, this.scheduler.leave(started) / threadShare, maxOverBudgetMs);
      });
    });
  }

  /** Resolves when no operation is running, not even one whose caller has disconnected. */
  idle(): Promise<void> {
    return this.#slots.idle();
  }
}

function limitFor({ partner, session }: Pick<Principal, "session" | "partner">) {
  if (partner) return { ...slotLimits.partner, concurrent: partner.limits.concurrent };
  return session ? slotLimits.account : slotLimits.visitor;
}
