import { DomainError } from "../../core/errors";
import { exportPlaceSeconds, maxConcurrentExports } from "./account.rules";

interface Place {
  since: number;
  giveWay(): void;
}

/**
 * Downloads in progress. Each user has at most one place, so that no user can block the others. If all are
 * taken, the oldest download is ended for the next one.
 */
export class AccountExportPlaces {
  /** By user, oldest first. */
  readonly #taken = new Map<string, Place>();

  has(userId: string): boolean {
    return this.#taken.has(userId);
  }

  /**
   * Takes a place and returns a function that releases it (repeats do nothing). Calls `giveWay` if another
   * user needs the place. `now` in milliseconds. Errors: RATE_LIMITED for a user who already has a place,
   * UNAVAILABLE.
   */
  take(userId: string, now: number, giveWay: () => void): () => void {
    if (this.#taken.has(userId)) throw new DomainError("RATE_LIMITED", downloadIsRunning, { retryAfter: 10 });
    if (this.#taken.size >= maxConcurrentExports) this.#makeRoom(now);
    const place = { since: now, giveWay };
    this.#taken.set(userId, place);
    return () => {
      if (this.#taken.get(userId) === place) this.#taken.delete(userId);
    };
  }

  #makeRoom(now: number): void {
    const [userId, oldest] = this.#taken.entries().next().value!;
    if (now - oldest.since < exportPlaceSeconds * 1_000)
      throw new DomainError("UNAVAILABLE", "The service is busy right now. Please try again", {
        retryAfter: 10,
      });
    this.#taken.delete(userId);
    oldest.giveWay();
  }
}

export const downloadIsRunning =
  "Your data is being downloaded already. Please wait until that download has ended";
