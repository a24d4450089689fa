/**
 * When sessions were used last, written down for many at once: a commit to disk by each traveller who comes back would
 * fill the queue of writes with what nobody waits for. Of what is not written yet a crash loses a second at most, and
 * the next use of the session notes it again.
 */
import type { Database } from "../../db/database";
import type { Clock } from "../../ports";
import { noteSeen } from "../user/user.repository";
import type { SessionEntity } from "./auth.entity";
import { noteUse } from "./auth.repository";

/** How long uses are gathered. */
const gatherMs = 1000;
/** So many sessions are written by one statement. */
const mostTogether = 500;

interface Deps {
  db: Pick<Database, "write">;
  clock: Clock;
}

type Used = Pick<SessionEntity, "sessionId" | "userId">;

export class SessionUses {
  readonly #deps: Deps;
  /** Sessions whose use is gathered or being written. */
  readonly #noted = new Set<string>();
  #gathered: Used[] = [];
  #since = new Date(0);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Writes it down within a second, unless that is under way. Nobody waits for it, and a full disk keeps nobody out. */
  note({ sessionId, userId }: Used): void {
    if (this.#noted.has(sessionId)) return;
    if (this.#gathered.length === 0) {
      this.#since = this.#deps.clock.now();
      setTimeout(() => void this.#writeGathered(), gatherMs).unref();
    }
    this.#noted.add(sessionId);
    this.#gathered.push({ sessionId, userId });
  }

  async #writeGathered(): Promise<void> {
    const all = this.#gathered;
    const at = this.#since;
    this.#gathered = [];
    for (let from = 0; from < all.length; from += mostTogether) {
      const some = all.slice(from, from + mostTogether);
      await this.#write(some, at).catch(() => undefined);
      for (const { sessionId } of some) this.#noted.delete(sessionId);
    }
  }

  /** Each was used at that moment or within the second after it. */
  async #write(used: Used[], at: Date): Promise<void> {
    await this.#deps.db.write(async (transaction) => {
      await noteUse(
        transaction,
        used.map(({ sessionId }) => sessionId),
        at,
      );
      await noteSeen(
        transaction,
        used.map(({ userId }) => userId),
        at,
      );
    });
  }
}
