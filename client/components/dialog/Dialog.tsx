import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { classes } from "../../lib/classes";
import { useVisualViewport } from "../../lib/hooks";
import { Icon } from "../Icon";
import { DialogHold } from "./dialogHold";
import styles from "./Dialog.module.css";

interface DialogProps {
  open: boolean;
  /** Called on Escape and by the close button. If omitted, the dialog can only be completed, not closed. */
  onClose?: () => void;
  title: string;
  children: ReactNode;
  /** `sheet` opens from the bottom on a phone; `wide` is for pictures. */
  kind?: "sheet" | "wide";
  /** Whether the page is hidden while the dialog is open, so that nothing can be copied from it. */
  hidesPage?: boolean;
}

/**
 * A native modal dialog. Focuses `data-autofocus` first; the browser restores the focus afterwards. Cannot be
 * closed while its `FormButtons` are busy.
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
        // Ignores a late `close` event, because the dialog may have been reopened since.
        if (!open || dialog.current?.open) return;
        if (close) close();
        // Reopens it in older browsers, which ignore `closedby` and close the dialog on the second Escape.
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
    // Otherwise the browser would focus Close, which is the first control.
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [open]);

  // Moves a bottom sheet above a phone's keyboard, which overlays the page.
  useVisualViewport(open, ({ height, offsetTop, scale }) => {
    const covered = Math.max(0, Math.round(window.innerHeight - height - offsetTop));
    dialog.current?.style.setProperty("--keyboard", `${scale > 1 ? 0 : covered}px`);
  });

  // Closes the dialog on unmounting, so that the rest of the page does not stay inert.
  useEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return dialog;
}
