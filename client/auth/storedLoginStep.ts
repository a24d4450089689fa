import { worldName } from "../lib/basePath";
import { readStored } from "../lib/tabStorage";
import { codeLifeSeconds, resendAfterSeconds } from "../../server/modules/auth/loginCode.rules";

/** A code that was sent. Times are in ms since 1970. */
export interface SentCode {
  phoneNumber: string;
  /** The server's challenge id, so that other users cannot use up the attempts. */
  handle: string | null;
  sentAt: number;
  resendAt: number;
}

/** An unfinished login, without the code itself. */
export interface StoredLoginStep extends SentCode {
  /** Whether the dialog is open; if so, it opens again after a reload. */
  isOpen: boolean;
}

const key = worldName("loginStep");

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

/** Stores the second login step for this tab, because phones may discard the page while the SMS is read. */
export function storeLoginStep(step: StoredLoginStep): void {
  sessionStorage.setItem(key, JSON.stringify(step));
}

/** Returns the stored step while its code is valid, or undefined. */
export function findLoginStep(now = Date.now()): StoredLoginStep | undefined {
  const step = readStored<StoredLoginStep>(key);
  return step && now - step.sentAt < codeLifeSeconds * 1000 ? step : undefined;
}

/** Marks the dialog as closed. The code remains valid, but a reload does not reopen the dialog. */
export function closeLoginStep(): void {
  const step = findLoginStep();
  if (step) storeLoginStep({ ...step, isOpen: false });
}

export function dropLoginStep(): void {
  sessionStorage.removeItem(key);
}

/** Key of the device's token from its last login. Cleared on logout. */
const tokenKey = worldName("deviceToken");

export function findDeviceToken(): string | undefined {
  return localStorage.getItem(tokenKey) ?? undefined;
}

export function keepDeviceToken(deviceToken: string | null | undefined): void {
  if (deviceToken) localStorage.setItem(tokenKey, deviceToken);
}
