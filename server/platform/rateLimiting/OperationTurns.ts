import type { Viewer } from "../../core/viewer";
import { Debts } from "./Debts";
import { FairScheduler } from "./FairScheduler";
import { personOf } from "./person";
import { PersonPace, type Pace } from "./PersonPace";
import { QuickCount } from "./QuickCount";
import { tooMuch } from "./personLimits";
import { Turns } from "./Turns";

/** One person's share of the server. */
interface Share {
  /** Maximum number of concurrent operations; further ones wait. */
  atOnce: number;
  /**
   * Budget as a fraction of the thread's time, with `burstMs` milliseconds in advance. Beyond it, operations
   * come after those of others.
   */
  ofThread: number;
  burstMs: number;
}

/**
 * Browsers open this many connections. All requests of a traveller from login to payment take about 30 ms.
 */
const accountShare: Share = { atOnce: 6, ofThread: 0.005, burstMs: 40 };
/** Per address, for visitors: thousands of phones may share one. A login takes about 20 ms. */
const visitorShare: Share = { atOnce: 48, ofThread: 0.1, burstMs: 150 };
/** Maximum milliseconds for which a person stays over budget after their last request. */
const maxDebtMs = 20_000;
/** Cached responses that an address gets immediately per 20 seconds; further ones are scheduled. */
const cachedAtOnce = { count: 2_000, seconds: 20 };
/** Maximum number of running and waiting operations per person; their requests are held in memory. */
const maxWaiting = 500;
/** Clients retry immediate refusals immediately, so refusals are delayed too. */
const refusalPace: Pace = { atOnce: 20, everyMs: 20, maxMs: 10_000, spreadMs: 1_000 };

/**
 * Schedules requests by person. Each person has a queue and a budget for the cost of their requests; over
 * budget, their requests come after all others (`FairScheduler`).
 */
export class OperationTurns {
  readonly #people = new Map<string, Turns>();
  readonly #scheduler: FairScheduler;
  readonly #refusals = new PersonPace(refusalPace);
  readonly #cached = new QuickCount(cachedAtOnce.count, cachedAtOnce.seconds);
  readonly #debts = new Debts();

  constructor(scheduler = new FairScheduler()) {
    this.#scheduler = scheduler;
  }

  /** Counts a request that can be answered without scheduling; returns false if it has to be scheduled. */
  mayAnswerAtOnce(viewer: Pick<Viewer, "session" | "address">): boolean {
    return this.#cached.take(personOf(viewer));
  }

  /**
   * Runs the operation when it is the person's turn. Returns undefined if `isGone` reports then that the
   * caller has left. Throws `RATE_LIMITED` if too many of the person's operations are waiting.
   */
  async take<T>(
    viewer: Pick<Viewer, "session" | "address">,
    isGone: () => boolean,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    const person = personOf(viewer);
    const { atOnce, ofThread, burstMs } = viewer.session ? accountShare : visitorShare;
    const turns = this.#people.get(person) ?? new Turns(atOnce);
    if (turns.count >= maxWaiting) {
      await this.#refusals.wait(person);
      throw tooMuch(5);
    }
    this.#people.set(person, turns);
    return new Promise((resolve, reject) => {
      const turn = turns.take(person, async () => {
        if (isGone()) return resolve(undefined);
        const isQuick = this.#debts.of(person) * ofThread < burstMs;
        const entered = this.#scheduler.enter(person, isQuick);
        // Avoids an `await` if there is nothing to wait for.
        const started = entered instanceof Promise ? await entered : entered;
        if (isGone()) resolve(undefined);
        else await work().then(resolve, reject);
        this.#debts.add(person, this.#scheduler.leave(started) / ofThread, maxDebtMs);
      });
      void turn.finally(() => turns.count === 0 && this.#people.delete(person));
    });
  }
}
