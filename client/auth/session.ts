import { worldName } from "../lib/basePath";
import { dropUnwrittenOfOthers } from "../lib/drafts/unwrittenItem";
import { useState, useSyncExternalStore } from "react";

/** The logged-in user. The field names are the keys in localStorage. */
export interface Session {
  userId: string;
  email: string;
  mobile: string;
  userToken: string;
}

/** The user id is written last, so that other tabs see a login only once it is complete. */
const keys = ["userToken", "mobile", "email", "userId"] as const;
/** Stored when a session expires, because other tabs would otherwise mistake the missing session for a logout. */
const expiryMark = "sessionExpired";
const listeners = new Set<() => void>();
/**
 * Must not set React state synchronously. React would render before Apollo's cache is empty, and show the next user the
 * previous user's data.
 */
const endListeners = new Set<() => void>();
const expiryListeners = new Set<() => void>();
const resumeListeners = new Set<() => void>();

let snapshot: Session | undefined;
let snapshotText = "";
/** True if the session expired while a page was open. The page and the user's input then remain on screen. */
let expired = false;
let lastUserId: string | undefined;
/** Unlike `lastUserId`, remains after a logout. */
let formerUserId: string | undefined;

/** Returns the stored session, or undefined if there is no user id. The object stays the same until it changes. */
export function getSession(): Session | undefined {
  const values = keys.map((key) => localStorage.getItem(worldName(key)) ?? "");
  const text = JSON.stringify(values);
  if (text !== snapshotText) {
    const [userToken = "", mobile = "", email = "", userId = ""] = values;
    snapshotText = text;
    snapshot = userId ? { userId, email, mobile, userToken } : undefined;
  }
  lastUserId ??= snapshot?.userId;
  formerUserId = snapshot?.userId ?? formerUserId;
  return snapshot;
}

/** True if the session expired while a page was open and no one has logged in since. */
export function isSessionExpired(): boolean {
  return expired && !getSession();
}

/** Returns `load` for automatic calls: it does nothing after the session expired, so that it does not open the login. */
export const unlessExpired = (load: () => Promise<unknown>) => async (): Promise<unknown> =>
  isSessionExpired() ? undefined : load();

/** True if this user is logged in, or was until the session expired on the open page. */
export function isCurrentUser(userId: string): boolean {
  return (getSession()?.userId ?? (expired ? lastUserId : undefined)) === userId;
}

/** Returns the last user who has been logged in since the page loaded, even if the user has logged out. */
export function findFormerUserId(): string | undefined {
  return formerUserId;
}

const notify = () => listeners.forEach((listener) => listener());

function onStorage(event: StorageEvent) {
  if (event.key !== null && !keys.some((key) => worldName(key) === event.key)) return;
  followOtherTabs();
}

/**
 * Applies another tab's login, logout or expired session. A logout or another user's login also clears the user's data
 * here.
 */
function followOtherTabs() {
  const session = getSession();
  if (session) return begin(session);
  if (!lastUserId) return notify();
  if (localStorage.getItem(worldName(expiryMark)) === null) return end();
  if (!expired) expire();
}

function begin({ userId }: Session) {
  // Another user of the same device must not see the first user's data.
  if (lastUserId && lastUserId !== userId) endListeners.forEach((listener) => listener());
  dropUnwrittenOfOthers(userId);
  lastUserId = userId;
  const isResumed = expired;
  expired = false;
  notify();
  if (isResumed) resumeListeners.forEach((listener) => listener());
}

function end() {
  // Each tab has its own text, so the tab that logs out cannot remove that of the others.
  dropUnwrittenOfOthers(undefined);
  endListeners.forEach((listener) => listener());
  lastUserId = undefined;
  expired = false;
  notify();
}

function expire() {
  expired = true;
  notify();
  expiryListeners.forEach((listener) => listener());
}

/** Calls `listener` on every change of the session, in any tab. Returns a function that unsubscribes. */
export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("storage", onStorage);
    // Pages that return from the back-forward cache have missed storage events, so they read the session again.
    window.addEventListener("pageshow", followOtherTabs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", followOtherTabs);
  };
}

/** Returns a function that adds a listener and returns a function to remove it. */
const listenTo = (present: Set<() => void>) => (listener: () => void) => {
  present.add(listener);
  return () => void present.delete(listener);
};

/** Calls `listener` when the user's data must be cleared. */
export const onSessionEnd = listenTo(endListeners);

/** Calls `listener` when the session has expired, in any tab, or a call without a session was rejected. */
export const onSessionExpired = listenTo(expiryListeners);

/** Calls `listener` on a login after the session expired on an open page. */
export const onSessionResumed = listenTo(resumeListeners);

/** Stores the session only; for a login, use `startSession`. */
export function storeSession(session: Session): void {
  keys.forEach((key) => localStorage.setItem(worldName(key), session[key]));
  localStorage.removeItem(worldName(expiryMark));
  begin(session);
}

/** Empties this origin's storage and this tab's; for a logout, use `endSession`. */
export function clearSession(): void {
  localStorage.clear();
  sessionStorage.clear();
  end();
}

/** Removes an expired session. Drafts and the open pages of all tabs stay for the next login. */
export function expireSession(): void {
  if (getSession()) {
    localStorage.setItem(worldName(expiryMark), "1");
    expired = true;
  }
  keys.forEach((key) => localStorage.removeItem(worldName(key)));
  notify();
  expiryListeners.forEach((listener) => listener());
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribeSession, getSession, () => undefined);
}

export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribeSession, isSessionExpired, () => false);
}

/** Returns the logged-in user's id, even if the session has expired since the page was opened. */
export function useLastUserId(): string | undefined {
  const userId = useSession()?.userId;
  const [last, setLast] = useState(userId);
  if (userId && userId !== last) setLast(userId);
  return userId ?? last;
}
