import { useSyncExternalStore } from "react";

/** What a button that sends says while there is no line. */
export const offlineText = "You are offline. Nothing was sent. Try again once you are back online.";

/** Whether the browser knows that there is no line; false on the server. */
export function isOffline(): boolean {
  return typeof navigator !== "undefined" && !navigator.onLine;
}

const subscribe = (listener: () => void) => {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
};

/** Whether there is no line, kept up to date. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false);
}
