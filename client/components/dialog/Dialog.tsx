import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { classes } from "../../lib/classes";
import { useVisualViewport } from "../../lib/hooks";
import { Icon } from "../Icon";
import { DialogHold } from "./dialogHold";
import styles from "./Dialog.module.css";

interface DialogProps {
  open: boolean;
  /** Closes it on Escape and with a button. Without it the user has to do what the dialog asks for. */
  onClose?: () => void;
  title: string;
  children: ReactNode;
  /** `sheet`: from the bottom on a phone. `wide`: for pictures. */
  kind?: "sheet" | "wide";
  /** Whether the page is hidden while the dialog is open, so that nothing can be copied from it. */
  hidesPage?: boolean;
}

/**
 * A native modal dialog. Focuses `data-autofocus` first; the browser restores the focus afterwards. It cannot
 * be closed while `FormButtons` in it are busy.
 */
export function Dialog({ open, onClose, title, children, kind = "sheet", hidesPage }: DialogProps) {
  const dialog = useModal(open);
  const titleId = useId();
  const [isHeld, setHeld] = useState(false);
  const close = isHeld ? undefined : onClose;

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classes(styles["dialog"], styles[kind], hidesPage && styles["hidesPage"])}
      closedby={close ? undefined : "none"}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
      onClose={() => {
        // The event is asynchronous; the dialog may have been reopened since.
        if (!open || dialog.current?.open) return;
        if (close) close();
        // Older browsers ignore `closedby` and close it at the second Escape.
        else dialog.current?.showModal();
      }}
    >
      {open && (
        <div className={styles["sheetBody"]}>
          <div className={styles["head"]}>
            <h2 id={titleId} className={styles["title"]}>
              {title}
            </h2>
            {onClose && (
              <button
                type="button"
                className={`icon-button ${styles["close"]}`}
                disabled={isHeld}
                onClick={close}
                aria-label="Close"
              >
                <Icon name="cross" size={20} />
              </button>
            )}
          </div>
          <DialogHold value={setHeld}>{children}</DialogHold>
        </div>
      )}
    </dialog>
  );
}

/** Opens and closes the dialog that has the returned ref. */
function useModal(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (!open) return element.close();
    element.showModal();
    // The browser would focus Close, the first control.
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [open]);

  // A phone's keyboard overlays the page, so a bottom sheet is moved above it.
  useVisualViewport(open, ({ height, offsetTop, scale }) => {
    const covered = Math.max(0, Math.round(window.innerHeight - height - offsetTop));
    dialog.current?.style.setProperty("--keyboard", `${scale > 1 ? 0 : covered}px`);
  });

  // A page unmounted with its dialog open must not leave the rest inert.
  useEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return dialog;
}
