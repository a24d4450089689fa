import type { EntityManager } from "typeorm";
import { DomainError } from "../../core/errors";

/**
 * Maximum number of waiting writes. Beyond it, the server responds with 503 instead of letting all of them time out.
 */
export const maxQueueLength = 2000;

export function tooBusy(): DomainError {
  return new DomainError("UNAVAILABLE", "The service is busy right now. Please try again", { retryAfter: 5 });
}

/** Updates a row without changing its values, to throw if the database is not writable. */
export async function assertWritable(transaction: EntityManager): Promise<void> {
  await transaction.query("UPDATE setting SET value = value WHERE name = 'key-check'");
}
