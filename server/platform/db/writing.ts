/** What both engines do alike where it is written. */
import type { EntityManager } from "typeorm";
import { DomainError } from "../../core/errors";

/** More writes that wait than this and the server says 503 rather than let everybody time out. */
export const mostWaiting = 2000;

export function tooBusy(): DomainError {
  return new DomainError("UNAVAILABLE", "The service is busy right now. Please try again", { retryAfter: 5 });
}

/** Writes a row as it is: it fails where nothing can be written. */
export async function tryToWrite(transaction: EntityManager): Promise<void> {
  await transaction.query("UPDATE setting SET value = value WHERE name = 'key-check'");
}
