import { DomainError } from "../../core/errors";
import { exportSlotSeconds, maxConcurrentExports } from "./account.rules";

interface Slot {
  since: number;
  onEvicted(): void;
}

/** Downloads in progress: at most one per user. If all slots are taken, the oldest is ended. */
export class AccountExportSlots {
  /** By user, oldest first. */
  readonly #taken = new Map<string, Slot>();

  has(userId: string): boolean {
    return this.#taken.has(userId);
  }

  /**
   * Returns a function that releases the slot. Calls `onEvicted` if another user needs it. `now` in
   * milliseconds. Errors: RATE_LIMITED for a user who already has a slot, UNAVAILABLE.
   */
  acquire(userId: string, now: number, onEvicted: () => void): () => void {
    if (this.#taken.has(userId)) throw new DomainError("RATE_LIMITED", downloadIsRunning, { retryAfter: 10 });
    if (this.#taken.size >= maxConcurrentExports) this.#evictOldest(now);
    const slot = { since: now, onEvicted };
    this.#taken.set(userId, slot);
    return () => {
      if (this.#taken.get(userId) === slot) this.#taken.delete(userId);
    };
  }

  #evictOldest(now: number): void {
    const [userId, oldest] = this.#taken.entries().next().value!;
    if (now - oldest.since < exportSlotSeconds * 1_000)
      throw new DomainError("UNAVAILABLE", "The service is busy right now. Please try again", {
        retryAfter: 10,
      });
    this.#taken.delete(userId);
    oldest.onEvicted();
  }
}

export const downloadIsRunning =
  "Your data is being downloaded already. Please wait until that download has ended";
