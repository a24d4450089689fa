import type { Viewer } from "../../core/viewer";
import { Debts } from "./Debts";
import { FairScheduler } from "./FairScheduler";
import { personOf } from "./person";
import { PersonPace, type Pace } from "./PersonPace";
import { QuickCount } from "./QuickCount";
import { tooMuch } from "./personLimits";
import { Turns } from "./Turns";

/** How much of the server one person may have. */
interface Share {
  /** Operations at once; more wait. */
  atOnce: number;
  /** Of the thread's time, before their operations come after those of others; and milliseconds of it in a burst. */
  ofThread: number;
  burstMs: number;
}

/** As many as a browser opens connections. All that a traveller sends from the login to the payment takes about 30 ms. */
const accountShare: Share = { atOnce: 6, ofThread: 0.005, burstMs: 40 };
/** By address, where nobody is signed in: thousands of phones may share one. A login takes about 20 ms. */
const visitorShare: Share = { atOnce: 48, ofThread: 0.1, burstMs: 150 };
/** Nobody comes after the others for longer than this, in milliseconds, once they have stopped. */
const maxDebtMs = 20_000;
/** Cached responses that an address gets at once, in 20 seconds; the next ones take turns. */
const cachedAtOnce = { count: 2_000, seconds: 20 };
/** Running and waiting ones of one person; their requests are held in memory. */
const maxWaiting = 500;
/** A refusal that leaves at once is asked for again at once, so these wait too. */
const refusalPace: Pace = { atOnce: 20, everyMs: 20, maxMs: 10_000, spreadMs: 1_000 };

/**
 * Requests by person. Each person has a line of their own, and a budget by what their requests cost; past it their
 * requests come after those of all others (`FairScheduler`).
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

  /** Counts an operation that takes no turn because its answer is ready; false where it has to wait for one. */
  mayAnswerAtOnce(viewer: Pick<Viewer, "session" | "address">): boolean {
    return this.#cached.take(personOf(viewer));
  }

  /**
   * Does the work when the person's turn has come; undefined where `isGone` says then that nobody waits
   * for it any longer. Throws `RATE_LIMITED` where too much of theirs waits already.
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
        // Without a pause where there is nothing to wait for.
        const started = entered instanceof Promise ? await entered : entered;
        if (isGone()) resolve(undefined);
        else await work().then(resolve, reject);
        this.#debts.add(person, this.#scheduler.leave(started) / ofThread, maxDebtMs);
      });
      void turn.finally(() => turns.count === 0 && this.#people.delete(person));
    });
  }
}
