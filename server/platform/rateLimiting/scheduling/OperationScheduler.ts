import type { Principal } from "../../../core/principal";
import { LeakyBuckets } from "../LeakyBuckets";
import { FairScheduler } from "./FairScheduler";
import { personKey } from "../personKey";
import { PersonThrottle, type Throttle } from "../PersonThrottle";
import { WindowCounter } from "../WindowCounter";
import { rateLimited } from "../PersonLimits";
import { FairSemaphore } from "./FairSemaphore";

/** One person's share of the server. */
interface Share {
  /** Maximum number of concurrent operations; further ones wait. */
  concurrency: number;
  /**
   * Budget as a fraction of the thread's time, with `burstMs` milliseconds in advance. Beyond it, operations
   * come after those of others.
   */
  threadShare: number;
  burstMs: number;
}

/**
 * Browsers open this many connections. All requests of a traveller from login to payment take about 30 ms.
 */
const accountShare: Share = { concurrency: 6, threadShare: 0.005, burstMs: 40 };
/** Per address, for visitors: thousands of phones may share one. A login takes about 20 ms. */
const visitorShare: Share = { concurrency: 48, threadShare: 0.1, burstMs: 150 };
/** Maximum milliseconds for which a person stays over budget after their last request. */
const maxOverBudgetMs = 20_000;
/** Cached responses that an address gets immediately per 20 seconds; further ones are scheduled. */
const cachedLimit = { count: 2_000, seconds: 20 };
/** Maximum number of running and waiting operations per person; their requests are held in memory. */
const maxWaiting = 500;
/** Clients retry immediate refusals immediately, so refusals are delayed too. */
const refusalThrottle: Throttle = { burst: 20, intervalMs: 20, maxDelayMs: 10_000, jitterMs: 1_000 };

/**
 * Schedules requests by person. Each person has a queue and a budget for the cost of their requests; over
 * budget, their requests come after all others (`FairScheduler`).
 */
export class OperationScheduler {
  readonly #people = new Map<string, FairSemaphore>();
  readonly #scheduler: FairScheduler;
  readonly #refusals = new PersonThrottle(refusalThrottle);
  readonly #cached = new WindowCounter(cachedLimit.count, cachedLimit.seconds);
  readonly #usage = new LeakyBuckets();

  constructor(scheduler = new FairScheduler()) {
    this.#scheduler = scheduler;
  }

  /** Counts a request that can be answered without scheduling; returns false if it has to be scheduled. */
  canServeImmediately(viewer: Pick<Principal, "session" | "address">): boolean {
    return this.#cached.consume(personKey(viewer));
  }

  /**
   * Runs the operation when it is the person's turn. Returns undefined if `isGone` reports then that the
   * caller has left. Throws `RATE_LIMITED` if too many of the person's operations are waiting.
   */
  async run<T>(
    viewer: Pick<Principal, "session" | "address">,
    isGone: () => boolean,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    const person = personKey(viewer);
    const { concurrency, threadShare, burstMs } = viewer.session ? accountShare : visitorShare;
    const semaphore = this.#people.get(person) ?? new FairSemaphore(concurrency);
    if (semaphore.count >= maxWaiting) {
      await this.#refusals.wait(person);
      throw rateLimited(5);
    }
    this.#people.set(person, semaphore);
    return new Promise((resolve, reject) => {
      const task = semaphore.run(person, async () => {
        if (isGone()) return resolve(undefined);
        const isWithinBudget = this.#usage.level(person) * threadShare < burstMs;
        const entered = this.#scheduler.enter(person, isWithinBudget);
        // Avoids an `await` if there is nothing to wait for.
        const started = entered instanceof Promise ? await entered : entered;
        if (isGone()) resolve(undefined);
        else await work().then(resolve, reject);
        this.#usage.add(person, this.#scheduler.leave(started) / threadShare, maxOverBudgetMs);
      });
      void task.finally(() => semaphore.count === 0 && this.#people.delete(person));
    });
  }
}
