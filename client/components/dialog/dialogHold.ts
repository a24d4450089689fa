import { createContext, use, useEffect } from "react";

/** Sets whether the surrounding dialog has to stay open. */
export const DialogHold = createContext<(isHeld: boolean) => void>(() => undefined);

/** Keeps the surrounding dialog open while a form is being sent, because closing it would not stop the action. */
export function useDialogHold(isBusy: boolean): void {
  const hold = use(DialogHold);
  useEffect(() => {
    if (!isBusy) return;
    hold(true);
    return () => hold(false);
  }, [hold, isBusy]);
}
