import { DomainError } from "../../errors";
import { exportPlaceSeconds, maxConcurrentExports } from "./account.rules";

interface Place {
  since: number;
  giveWay(): void;
}

/**
 * Who downloads right now. One place a person, so that nobody takes those of others; where all are taken, whoever has
 * had one for longest gives way to the next.
 */
export class AccountExportPlaces {
  /** By user, the oldest first. */
  readonly #taken = new Map<string, Place>();

  has(userId: string): boolean {
    return this.#taken.has(userId);
  }

  /**
   * Takes a place and answers how to leave it (repeats do nothing); `giveWay` is called where somebody else needs it.
   * `now` in milliseconds. Errors: RATE_LIMITED for somebody who has one, UNAVAILABLE.
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

/** What somebody hears whose download is on its way. */
export const downloadIsRunning =
  "Your data is being downloaded already. Please wait until that download has ended";
