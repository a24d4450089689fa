import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { networkError } from "../transport/TransportError";
import { loadWithApollo } from "./lazyWithApollo";
import type { LoginDialogProps } from "./LoginDialog";

const load = () => loadWithApollo(() => import("./LoginDialog"));

/** Fetches the login dialog and Apollo; a failure is told when the dialog is wanted. */
export const prefetchLogin = () => void load().catch(() => undefined);

/**
 * The login dialog, once its code is there: most visitors only read, so it is fetched when somebody is about to log in.
 * `onFailure` is told what to say where it cannot be fetched.
 */
export function useLoginDialog(
  isWanted: boolean,
  onFailure: (message: string) => void,
): ComponentType<LoginDialogProps> | undefined {
  const [dialog, setDialog] = useState<{ Component: ComponentType<LoginDialogProps> }>();
  const fail = useEffectEvent(() => onFailure(networkError().message));

  useEffect(() => {
    if (!isWanted || dialog) return;
    let isStale = false;
    load().then(
      ({ default: Component }) => !isStale && setDialog({ Component }),
      () => !isStale && fail(),
    );
    return () => {
      isStale = true;
    };
  }, [isWanted, dialog]);

  return dialog?.Component;
}
