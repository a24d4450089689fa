import { useSyncExternalStore } from "react";
import { listen } from "./listen";

/** Shown if the user tries to send something while offline. */
export const offlineText = "You are offline. Nothing was sent. Try again once you are back online.";

/** True if the browser reports no network; false on the server. */
export function isOffline(): boolean {
  return typeof navigator !== "undefined" && !navigator.onLine;
}

const subscribe = (listener: () => void) => listen(window, ["online", "offline"], listener);

export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false);
}
