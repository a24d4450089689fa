import { useEffect, useEffectEvent, useState } from "react";
import { networkError } from "../apollo/TransportError";
import type { LoginDialog } from "./LoginDialog";

const load = () => import("./LoginDialog");

/**
 * The login dialog, once its code is there: most visitors only read, so it is fetched when the page is at rest, or
 * when somebody wants to log in. `onFailure` is told what to say where it cannot be fetched.
 */
export function useLoginDialog(
  isWanted: boolean,
  onFailure: (message: string) => void,
): typeof LoginDialog | undefined {
  const [dialog, setDialog] = useState<{ Component: typeof LoginDialog }>();
  const fail = useEffectEvent(() => onFailure(networkError().message));

  useEffect(() => {
    // Safari has no idle callback.
    const timer = setTimeout(() => void load().catch(() => undefined), 3000);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!isWanted || dialog) return;
    let isStale = false;
    load().then(
      ({ LoginDialog: Component }) => !isStale && setDialog({ Component }),
      () => !isStale && fail(),
    );
    return () => {
      isStale = true;
    };
  }, [isWanted, dialog]);

  return dialog?.Component;
}
