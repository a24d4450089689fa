import { useState, type ComponentProps, type DragEvent, type ReactNode } from "react";
import button from "../../components/Button.module.css";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { classes } from "../../lib/classes";
import styles from "./FileField.module.css";

interface ChooserProps extends ComponentProps<"input"> {
  /** Text of the button; the input's accessible name is its label. */
  action: string;
  onFiles: (files: File[]) => void;
  /** True to show it only on touch screens, which usually have a camera. */
  touchOnly?: boolean;
  isMain?: boolean;
}

/** A native file input styled as a button, so that focus, keyboard and name work as usual. */
export function FileChooser({ action, onFiles, touchOnly, isMain, ...input }: ChooserProps) {
  return (
    <span className={classes("no-print", styles["chooser"], touchOnly && styles["touchOnly"])}>
      <input
        {...input}
        type="file"
        className={styles["input"]}
        onClick={(event) => {
          // Lets the user choose the same file again after correcting it.
          event.currentTarget.value = "";
        }}
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          if (files.length > 0) onFiles(files);
        }}
      />
      <span
        aria-hidden="true"
        className={classes(button["button"], button[isMain ? "primary" : "secondary"], styles["action"])}
      >
        {action}
      </span>
    </span>
  );
}

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** An area around a chooser onto which files can be dropped. */
export function DropZone(props: {
  onFiles: (files: File[]) => void;
  isInvalid: boolean;
  isBusy: boolean;
  isFilled: boolean;
  isSlot?: boolean;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const announce = useAnnounce();

  return (
    <div
      className={`stack-3 ${styles["zone"]}`}
      data-over={isOver || undefined}
      data-invalid={props.isInvalid || undefined}
      data-filled={props.isFilled || undefined}
      data-slot={props.isSlot || undefined}
      aria-busy={props.isBusy || undefined}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        if (!isOver) announce("Entered drop zone");
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.currentTarget.contains(event.relatedTarget as Node | null)) return;
        setOver(false);
        announce("Left drop zone");
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const files = Array.from(event.dataTransfer.files);
        if (files.length > 0) props.onFiles(files);
      }}
    >
      {props.children}
    </div>
  );
}
