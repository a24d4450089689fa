/**
 * Records the last use of sessions in batches. One commit per returning traveller would fill the write queue with
 * writes that no caller waits for. A crash loses the uses of at most a second; the next use of each session is recorded
 * instead.
 */
import type { Database } from "../../platform/db/database";
import type { Clock } from "../../core/ports";
import type { UserAccountService } from "../user/userAccount.service";
import type { SessionEntity } from "./auth.entity";
import { recordUses } from "./auth.repository";

/** How long the uses of sessions are collected before they are written together. */
const gatherMs = 1000;
const maxBatchSize = 500;

interface Deps {
  db: Pick<Database, "write">;
  clock: Clock;
  accounts: UserAccountService;
}

type Used = Pick<SessionEntity, "sessionId" | "userId">;

export class SessionUses {
  /** Ids of sessions whose use is waiting to be written or is being written. */
  readonly #noted = new Set<string>();
  #gathered: Used[] = [];
  #since = new Date(0);

  constructor(private readonly deps: Deps) {}

  /** Records the use within a second, in the background, so that a full disk does not lock anyone out. */
  note({ sessionId, userId }: Used): void {
    if (this.#noted.has(sessionId)) return;
    if (this.#gathered.length === 0) {
      this.#since = this.deps.clock.now();
      setTimeout(() => void this.#writeGathered(), gatherMs).unref();
    }
    this.#noted.add(sessionId);
    this.#gathered.push({ sessionId, userId });
  }

  async #writeGathered(): Promise<void> {
    const all = this.#gathered;
    const at = this.#since;
    this.#gathered = [];
    for (let from = 0; from < all.length; from += maxBatchSize) {
      const some = all.slice(from, from + maxBatchSize);
      await this.#write(some, at).catch(() => undefined);
      for (const { sessionId } of some) this.#noted.delete(sessionId);
    }
  }

  /** Writes one timestamp for the whole batch, whose sessions were used at that time or up to a second later. */
  async #write(used: Used[], at: Date): Promise<void> {
    const { accounts, db } = this.deps;
    const sessionIds = used.map(({ sessionId }) => sessionId);
    const userIds = used.map(({ userId }) => userId);
    await db.write(async (transaction) => {
      await recordUses(transaction, sessionIds, at);
      await accounts.recordSeen(transaction, userIds, at);
    });
  }
}
