import { readStored } from "../lib/tabStorage";

/** Actions that the login interrupted. Stored for this tab only, so they survive a reload. */

/** An application about to be started. The key makes a repeated call return the same request. */
export interface ApplyIntent {
  visaId: string;
  /** `YYYY-MM-DD`. */
  travelDate: string;
  idempotencyKey: string;
}

const intentKey = "applyIntent";
const targetKey = "afterLogin";

export function saveApplyIntent(intent: ApplyIntent): void {
  sessionStorage.setItem(intentKey, JSON.stringify(intent));
}

/** Returns the application that was about to be started for this visa, or undefined. */
export function findApplyIntent(visaId: string): ApplyIntent | undefined {
  const intent = readStored<ApplyIntent>(intentKey);
  return intent?.visaId === visaId ? intent : undefined;
}

export function dropApplyIntent(): void {
  sessionStorage.removeItem(intentKey);
}

export function rememberTarget(path: string): void {
  sessionStorage.setItem(targetKey, path);
}

export function takeTarget(): string | undefined {
  const target = sessionStorage.getItem(targetKey) ?? undefined;
  sessionStorage.removeItem(targetKey);
  return target;
}
