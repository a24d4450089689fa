import { DomainError } from "../../core/errors";
import { exportSlotSeconds, maxConcurrentExports } from "./account.rules";

interface Slot {
  since: number;
  onEvicted(): void;
}

/**
 * Slots for downloads in progress. Each user has at most one, so that no user can block the others. If all are taken,
 * the oldest download is ended for the next user.
 */
export class AccountExportSlots {
  /** Slots by user, oldest first. */
  readonly #taken = new Map<string, Slot>();

  has(userId: string): boolean {
    return this.#taken.has(userId);
  }

  /**
   * Takes a slot and returns a function that releases it, which may be called repeatedly. Calls `onEvicted` if another
   * user needs the slot. `now` is in milliseconds. Errors: RATE_LIMITED for a user who already has a slot, UNAVAILABLE.
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
  "Your data is already being downloaded. Please wait until that download has ended";
