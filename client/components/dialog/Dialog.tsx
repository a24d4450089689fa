import { useEffect, useId, useRef, type ReactNode } from "react";
import { classes } from "../../lib/classes";
import { listen } from "../../lib/listen";
import { Icon } from "../Icon";
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

/** A native modal dialog. Focuses `data-autofocus` first; the browser restores the focus afterwards. */
export function Dialog({ open, onClose, title, children, kind = "sheet", hidesPage }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (!open) return element.close();
    element.showModal();
    // The browser would focus Close, the first control.
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [open]);

  // A phone's keyboard overlays the page, so a bottom sheet is moved above it.
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!open || !viewport) return;
    const lift = () => {
      const covered = Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop));
      dialog.current?.style.setProperty("--keyboard", `${viewport.scale > 1 ? 0 : covered}px`);
    };
    lift();
    return listen(viewport, ["resize", "scroll"], lift);
  }, [open]);

  // A page unmounted with its dialog open must not leave the rest inert.
  useEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classes(styles["dialog"], styles[kind], hidesPage && styles["hidesPage"])}
      closedby={onClose ? undefined : "none"}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // The event is asynchronous; the dialog may have been reopened since.
        if (!open || dialog.current?.open) return;
        if (onClose) onClose();
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
                onClick={onClose}
                aria-label="Close"
              >
                <Icon name="cross" size={20} />
              </button>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
