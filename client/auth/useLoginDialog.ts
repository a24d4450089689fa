import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { reloadForMissingChunk } from "../lib/missingChunk";
import { networkError } from "../transport/sendJson";
import { loadWithApollo } from "./lazyWithApollo";
import type { LoginDialogProps } from "./LoginDialog";

const load = () => loadWithApollo(() => import("./LoginDialog"));

/** Prefetches the login dialog and Apollo; a failure is reported when the dialog is opened. */
export const prefetchLogin = () => void load().catch(() => undefined);

/**
 * Loads the login dialog when it is needed. `onFailure` receives the message if loading fails. If a deployment has
 * removed the script, reloads the page, which then opens the dialog.
 */
export function useLoginDialog(
  isWanted: boolean,
  onFailure: (message: string) => void,
): ComponentType<LoginDialogProps> | undefined {
  const [dialog, setDialog] = useState<{ Component: ComponentType<LoginDialogProps> }>();
  const fail = useEffectEvent((error: unknown) => {
    if (!reloadForMissingChunk(error, loginAddress())) onFailure(networkError().message);
  });

  useEffect(() => {
    if (!isWanted || dialog) return;
    let isStale = false;
    load().then(
      ({ default: Component }) => !isStale && setDialog({ Component }),
      (error: unknown) => !isStale && fail(error),
    );
    return () => {
      isStale = true;
    };
  }, [isWanted, dialog]);

  return dialog?.Component;
}

function loginAddress(): string {
  const address = new URL(window.location.href);
  address.searchParams.set("login", "1");
  return address.href;
}
