import type { ReactNode } from "react";
import { classes } from "../../lib/classes";
import { Icon } from "../Icon";
import styles from "./Field.module.css";

/** Props that an input inside a `Field` has to spread. */
export interface FieldControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The error message. Its line is reserved, so that the layout does not shift. */
  error?: string;
  optional?: boolean;
  className?: string;
  /** Shown below the error, e.g. a checkbox to confirm a rejected value. */
  footer?: ReactNode;
  children: (control: FieldControlProps) => ReactNode;
}

/** Label, hint, input and error line of a field, connected for screen readers. */
export function Field({ id, label, hint, error, optional, className, footer, children }: FieldProps) {
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = `${id}-error`;
  const describedBy = [hintId, error ? errorId : undefined].filter(Boolean).join(" ") || undefined;
  return (
    <div className={classes(styles["field"], error ? styles["invalid"] : undefined, className)}>
      <label htmlFor={id} className={styles["label"]}>
        {label}
        {optional && <span className={styles["optional"]}> (optional)</span>}
      </label>
      {hint && (
        <div id={hintId} className={styles["hint"]}>
          {hint}
        </div>
      )}
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy })}
      <FieldError id={errorId} error={error} />
      {footer}
    </div>
  );
}

/** The error line of an input; its id belongs in the input's `aria-describedby`. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} className={styles["error"]}>
      {error && (
        <>
          <Icon name="warning" />
          <span>
            <span className="visually-hidden">Error: </span>
            {error}
          </span>
        </>
      )}
    </p>
  );
}
