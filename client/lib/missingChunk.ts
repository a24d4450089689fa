import { isOffline } from "./online";

const reloadedKey = "reloadedForChunk";

/**
 * Reloads the page once if a script was removed by a deployment. Returns false for other errors, and if the reload did
 * not help. `address` is opened instead of the current one, so that the new page can continue.
 */
export function reloadForMissingChunk(error: unknown, address = window.location.href): boolean {
  if (!isMissingChunk(error) || isOffline()) return false;
  if (sessionStorage.getItem(reloadedKey) === address) return false;
  sessionStorage.setItem(reloadedKey, address);
  window.history.replaceState(window.history.state, "", address);
  window.location.reload();
  return true;
}

const isMissingChunk = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS/i.test(error.message);
