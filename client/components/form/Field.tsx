import type { ReactNode } from "react";
import { classes } from "../../lib/classes";
import { Icon } from "../Icon";
import styles from "./Field.module.css";

/** What an input inside a `Field` has to carry. */
export interface FieldControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong; the line for it is kept free, so that nothing moves when it comes. */
  error?: string;
  optional?: boolean;
  className?: string;
  /** Below the error, such as a way through for a value that is refused. */
  footer?: ReactNode;
  children: (control: FieldControlProps) => ReactNode;
}

/** Label, hint, input and error line of one field, wired together. */
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

/** The error line of an input, to be named in its `aria-describedby`. */
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
