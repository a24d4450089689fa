import { isOffline } from "./online";

const reloadedKey = "reloadedForChunk";

/**
 * Reloads the page once if a deployment has removed a script. Returns false for other errors, while offline, or if a
 * reload did not help. `address` is the page to open; by default the current one.
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
