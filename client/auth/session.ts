import { useState, useSyncExternalStore } from "react";

/** Who is logged in on this device. The names are the keys in local storage. */
export interface Session {
  userId: string;
  email: string;
  mobile: string;
  userToken: string;
}

const keys = ["userId", "email", "mobile", "userToken"] as const;
const listeners = new Set<() => void>();
const endListeners = new Set<() => void>();
const expiryListeners = new Set<() => void>();
const resumeListeners = new Set<() => void>();

let snapshot: Session | undefined;
let snapshotText = "";
/** The session ran out under an open page: the page stays, and so does the work on it. */
let expired = false;
let lastUserId: string | undefined;
let wasLoggedIn = false;

/** The session as it is stored now; undefined without a stored user id. The same object until it changes. */
export function getSession(): Session | undefined {
  const values = keys.map((key) => localStorage.getItem(key) ?? "");
  const text = JSON.stringify(values);
  if (text !== snapshotText) {
    const [userId = "", email = "", mobile = "", userToken = ""] = values;
    snapshotText = text;
    snapshot = userId ? { userId, email, mobile, userToken } : undefined;
  }
  lastUserId ??= snapshot?.userId;
  wasLoggedIn ||= snapshot !== undefined;
  return snapshot;
}

/** Whether the session ran out while a page of it was open, and nobody has logged in since. */
export function isSessionExpired(): boolean {
  return expired && !getSession();
}

/** Whether anybody was logged in since the page was loaded: who logs out has not come for a page. */
export function hasBeenLoggedIn(): boolean {
  return wasLoggedIn;
}

const notify = () => listeners.forEach((listener) => listener());

function onStorage(event: StorageEvent) {
  if (event.key !== null && !keys.some((key) => key === event.key)) return;
  // Logging out elsewhere must empty this tab too.
  if (!getSession() && !expired) endListeners.forEach((listener) => listener());
  notify();
}

/** Calls `listener` at each change of the session, in this tab or another; returns how to stop. */
export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("storage", onStorage);
    // A page that comes back from the back-forward cache slept through the events.
    window.addEventListener("pageshow", notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", notify);
  };
}

/** Calls `listener` when what the session's owner saw must be forgotten. */
export function onSessionEnd(listener: () => void): void {
  endListeners.add(listener);
}

/** Calls `listener` when the server says that the session is over; returns how to stop. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => void expiryListeners.delete(listener);
}

/** Calls `listener` when somebody logs in again on a page that stayed open after its session had run out. */
export function onSessionResumed(listener: () => void): void {
  resumeListeners.add(listener);
}

/** Stores a session; `startSession` does what else belongs to a login. */
export function storeSession(session: Session): void {
  // Somebody else on the same device must not see what the first one loaded.
  if (lastUserId && lastUserId !== session.userId) endListeners.forEach((listener) => listener());
  keys.forEach((key) => localStorage.setItem(key, session[key]));
  lastUserId = session.userId;
  const isResumed = expired;
  expired = false;
  notify();
  if (isResumed) resumeListeners.forEach((listener) => listener());
}

/** Empties all storage of this origin; `endSession` does what else belongs to a logout. */
export function clearSession(): void {
  localStorage.clear();
  sessionStorage.clear();
  endListeners.forEach((listener) => listener());
  lastUserId = undefined;
  expired = false;
  notify();
}

/** Drops a session that the server no longer knows; drafts and the open page stay for the next login. */
export function expireSession(): void {
  if (getSession()) expired = true;
  keys.forEach((key) => localStorage.removeItem(key));
  notify();
  expiryListeners.forEach((listener) => listener());
}

/** The session, kept up to date, also when another tab logs in or out. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeSession, getSession, () => undefined);
}

/** Whether the session ran out under the open page, kept up to date. */
export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribeSession, isSessionExpired, () => false);
}

/** Who is logged in, or was until the session ran out under the open page. */
export function useLastUserId(): string | undefined {
  const userId = useSession()?.userId;
  const [last, setLast] = useState(userId);
  if (userId && userId !== last) setLast(userId);
  return userId ?? last;
}
