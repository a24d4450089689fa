import { codeLifeSeconds, resendAfterSeconds } from "../../server/modules/auth/loginCode.rules";

/** A code that is on its way: where to, when it went, and when another may be asked for (ms since 1970). */
export interface SentCode {
  phoneNumber: string;
  /** What the server gave for it, so that nobody else can use up its tries. */
  handle: string | null;
  sentAt: number;
  resendAt: number;
}

/** What is kept of an unfinished login: never the code itself. */
export interface StoredLoginStep extends SentCode {
  /** The dialog was open when the page went: it opens again by itself. */
  isOpen: boolean;
}

const key = "loginStep";

/** A code that the server has just sent. */
export function sentNow(
  phoneNumber: string,
  { resendInSeconds, handle }: { resendInSeconds?: number | null; handle?: string | null } = {},
): SentCode {
  const now = Date.now();
  return {
    phoneNumber,
    handle: handle ?? null,
    sentAt: now,
    resendAt: now + (resendInSeconds ?? resendAfterSeconds) * 1000,
  };
}

/** Keeps the second step of the login for this tab: phones drop a page while the SMS is read. */
export function storeLoginStep(step: StoredLoginStep): void {
  sessionStorage.setItem(key, JSON.stringify(step));
}

/** The kept step while its code can still be used; undefined where there is none. */
export function findLoginStep(now = Date.now()): StoredLoginStep | undefined {
  try {
    const step = JSON.parse(sessionStorage.getItem(key) ?? "null") as StoredLoginStep | null;
    return step && now - step.sentAt < codeLifeSeconds * 1000 ? step : undefined;
  } catch {
    return undefined;
  }
}

/** The dialog was closed: the code still works when it is opened again, but by itself it stays closed. */
export function closeLoginStep(): void {
  const step = findLoginStep();
  if (step) storeLoginStep({ ...step, isOpen: false });
}

export function dropLoginStep(): void {
  sessionStorage.removeItem(key);
}
