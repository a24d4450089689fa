import { setTimeout as pause } from "node:timers/promises";
import type { Viewer } from "../viewer";
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
  /** Points in `paceSeconds` at full speed: one for each operation, and one for each `msOfPoint` of the thread. */
  quick: number;
  msOfPoint: number;
  /** Past the budget each operation keeps its place for `slowMs`, and this many times as long as it took. */
  slowTimes: number;
}

const paceSeconds = 20;
/** As many as a browser opens connections. Past the quick ones it is 15 a second. */
const accountShare: Share = { atOnce: 6, quick: 200, msOfPoint: 5, slowTimes: 40 };
/** By address, where nobody is signed in: thousands of phones may share one. */
const visitorShare: Share = { atOnce: 48, quick: 2_000, msOfPoint: 1, slowTimes: 200 };
const slowMs = 400;
/** The most that one operation is charged, in milliseconds: some wait for others for longer than they compute. */
const maxChargeMs = 100;
/** Running and waiting ones of one person; their requests are held in memory. */
const maxWaiting = 500;
/** A refusal that leaves at once is asked for again at once, so these wait too. */
const refusalPace: Pace = { atOnce: 20, everyMs: 20, maxMs: 10_000, spreadMs: 1_000 };

/**
 * Requests by person. Each person has a line of their own and a budget by what their requests cost; the process starts
 * what waits by how little its person used lately.
 */
export class OperationTurns {
  readonly #people = new Map<string, Turns>();
  readonly #scheduler: FairScheduler;
  readonly #refusals = new PersonPace(refusalPace);
  readonly #quick = {
    account: new QuickCount(accountShare.quick, paceSeconds),
    visitor: new QuickCount(visitorShare.quick, paceSeconds),
  };

  constructor(scheduler = new FairScheduler()) {
    this.#scheduler = scheduler;
  }

  /** Counts an operation that takes no turn because its answer is ready; false where it has to wait for one. */
  mayAnswerAtOnce(viewer: Viewer): boolean {
    return this.#budgetOf(viewer).take(personOf(viewer));
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
    const budget = this.#budgetOf(viewer);
    const { atOnce, msOfPoint, slowTimes } = viewer.session ? accountShare : visitorShare;
    const turns = this.#people.get(person) ?? new Turns(atOnce);
    if (turns.count >= maxWaiting) {
      await this.#refusals.wait(person);
      throw tooMuch(5);
    }
    const isQuick = budget.take(person);
    this.#people.set(person, turns);
    return new Promise((resolve, reject) => {
      const turn = turns.take(person, async () => {
        if (isGone()) return resolve(undefined);
        const place = this.#scheduler.enter(person);
        if (place) await place;
        const since = this.#scheduler.share;
        // Its answer leaves at once; its place goes to the next when it is time.
        if (isGone()) resolve(undefined);
        else await work().then(resolve, reject);
        const ms = this.#scheduler.leave(person, since, maxChargeMs);
        budget.take(person, Math.floor(ms / msOfPoint));
        if (!isQuick) await pause(slowMs + slowTimes * ms, undefined, { ref: false });
      });
      void turn.finally(() => turns.count === 0 && this.#people.delete(person));
    });
  }

  #budgetOf({ session }: Pick<Viewer, "session">): QuickCount {
    return this.#quick[session ? "account" : "visitor"];
  }
}
