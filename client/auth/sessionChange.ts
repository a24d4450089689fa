import { eraseAllDrafts, sweepDrafts } from "../lib/drafts/draftRecords";
import { clearSession, type Session, storeSession } from "./session";

/** Stores a login, or a changed profile. */
export function startSession(session: Session): void {
  void sweepDrafts(session.userId);
  storeSession(session);
}

/** Logs out on this device: nothing of the person stays in storage or cache; drafts only if they ask for it. */
export function endSession(drafts: "erase" | "keep" = "erase"): void {
  if (drafts === "erase") void eraseAllDrafts();
  void clearPageCaches();
  clearSession();
}

/** Forgets which public pages were opened on this device; the files of the app, the same for all, stay. */
async function clearPageCaches(): Promise<void> {
  if (typeof caches === "undefined") return;
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("pages-")).map((name) => caches.delete(name)));
  } catch {
    // Private mode may refuse the caches altogether: then there is nothing to forget.
  }
}
