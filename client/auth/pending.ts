/** What the visitor was about to do when the login came in between. Kept for this tab only, so it survives a reload. */

/** An application that is to be started: the key makes a repeat give the same request. */
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

/** The application that was about to be started for this visa; undefined where there is none. */
export function findApplyIntent(visaId: string): ApplyIntent | undefined {
  try {
    const intent = JSON.parse(sessionStorage.getItem(intentKey) ?? "null") as ApplyIntent | null;
    return intent?.visaId === visaId ? intent : undefined;
  } catch {
    return undefined;
  }
}

export function dropApplyIntent(): void {
  sessionStorage.removeItem(intentKey);
}

/** Remembers the page that a visitor without a session asked for. */
export function rememberTarget(path: string): void {
  sessionStorage.setItem(targetKey, path);
}

/** The remembered page, once. */
export function takeTarget(): string | undefined {
  const target = sessionStorage.getItem(targetKey) ?? undefined;
  sessionStorage.removeItem(targetKey);
  return target;
}
