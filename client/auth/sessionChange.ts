import { eraseAllDrafts, sweepDrafts } from "../lib/drafts/draftRecords";
import { clearSession, type Session, storeSession } from "./session";

export function startSession(session: Session): void {
  void sweepDrafts(session.userId);
  storeSession(session);
}

/** Logs out on this device and removes the user's data; drafts stay only if the user chose to keep them. */
export function endSession(drafts: "erase" | "keep" = "erase"): void {
  if (drafts === "erase") void eraseAllDrafts();
  void clearPageCaches();
  clearSession();
}

/** Deletes cached public pages, because they reveal which pages the user visited. The app's own files stay cached. */
async function clearPageCaches(): Promise<void> {
  if (typeof caches === "undefined") return;
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("pages-")).map((name) => caches.delete(name)));
  } catch {
    // Private mode may block the caches, in which case there is nothing to delete.
  }
}
