import { setTimeout as pause } from "node:timers/promises";
import type { Viewer } from "../viewer";
import { personOf } from "./person";
import { QuickCount } from "./QuickCount";
import { tooMuch } from "./personLimits";
import { Turns } from "./Turns";

/** How much of the server one person may have. */
interface Share {
  /** Operations at once; more wait. */
  atOnce: number;
  /** Operations in `paceSeconds` at full speed. Past it each keeps its place for `slowMs`, so that others have the time. */
  quick: number;
}

const paceSeconds = 20;
/** As many as a browser opens connections. Past the quick ones it is 15 a second. */
const accountShare: Share = { atOnce: 6, quick: 200 };
/** By address, where nobody is signed in: thousands of phones may share one. */
const visitorShare: Share = { atOnce: 48, quick: 2_000 };
const slowMs = 400;
/** Running and waiting ones of one person; their requests are held in memory. */
const maxWaiting = 500;

/** The operations of GraphQL and REST, by person: whoever sends hundreds at once waits in a line of their own. */
export class OperationTurns {
  readonly #people = new Map<string, Turns>();
  readonly #quick = {
    account: new QuickCount(accountShare.quick, paceSeconds),
    visitor: new QuickCount(visitorShare.quick, paceSeconds),
  };

  /** Counts an operation that takes no turn because its answer is ready; false where it has to wait for one. */
  mayAnswerAtOnce(viewer: Viewer): boolean {
    return this.#isQuick(viewer, personOf(viewer));
  }

  /**
   * Does the work when the person's turn has come; undefined where `isGone` says then that nobody waits
   * for it any longer. Throws `RATE_LIMITED` where too much of theirs waits already.
   */
  async take<T>(viewer: Viewer, isGone: () => boolean, work: () => Promise<T>): Promise<T | undefined> {
    const person = personOf(viewer);
    const isQuick = this.#isQuick(viewer, person);
    const turns =
      this.#people.get(person) ?? new Turns((viewer.session ? accountShare : visitorShare).atOnce);
    if (turns.count >= maxWaiting) throw tooMuch(5);
    this.#people.set(person, turns);
    return new Promise((resolve, reject) => {
      const turn = turns.take(person, async () => {
        const slowness = isQuick ? undefined : pause(slowMs, undefined, { ref: false });
        // Its answer leaves at once; its place goes to the next when it is time.
        if (isGone()) resolve(undefined);
        else await work().then(resolve, reject);
        await slowness;
      });
      void turn.finally(() => turns.count === 0 && this.#people.delete(person));
    });
  }

  #isQuick({ session }: Viewer, person: string): boolean {
    return this.#quick[session ? "account" : "visitor"].take(person);
  }
}
