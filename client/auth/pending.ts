import { worldName } from "../lib/basePath";
import { readStored } from "../lib/tabStorage";

/** Actions that a login interrupted. Stored for this tab only, so that they survive a reload. */

/**
 * An application that is about to be created. Because of the idempotency key, a repeated call returns the same request.
 */
export interface ApplyIntent {
  visaId: string;
  /** `YYYY-MM-DD`. */
  travelDate: string;
  idempotencyKey: string;
}

const intentKey = worldName("applyIntent");

export function saveApplyIntent(intent: ApplyIntent): void {
  sessionStorage.setItem(intentKey, JSON.stringify(intent));
}

/** Returns the interrupted application for this visa; undefined if there is none. */
export function findApplyIntent(visaId: string): ApplyIntent | undefined {
  const intent = readStored<ApplyIntent>(intentKey);
  return intent?.visaId === visaId ? intent : undefined;
}

export function dropApplyIntent(): void {
  sessionStorage.removeItem(intentKey);
}
