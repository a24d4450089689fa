import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** The origin of this site, for links that name it elsewhere; empty while the server renders. */
export function useSiteOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
}
