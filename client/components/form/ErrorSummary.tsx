import { useEffect, useRef } from "react";
import { focusInView } from "../../lib/focusInView";
import { Icon } from "../Icon";
import styles from "./ErrorSummary.module.css";

/** A violation and its input's id. */
export interface FieldViolation {
  fieldId: string;
  message: string;
  /** The field's name, shown if another field has the same message. */
  label?: string | undefined;
}

/**
 * The list of errors above a form (GOV.UK error summary). It is focused when it appears and whenever
 * `attempt` changes; its links focus the fields.
 */
export function ErrorSummary({
  title = "There is a problem",
  errors,
  attempt,
  takesFocus = true,
}: {
  title?: string;
  errors: FieldViolation[];
  attempt?: number;
  /** False if the field itself is focused. */
  takesFocus?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0;

  useEffect(() => {
    if (isShown && takesFocus) box.current?.focus();
  }, [isShown, attempt, takesFocus]);

  if (!isShown) return null;
  const isRepeated = (message: string) => errors.filter((error) => error.message === message).length > 1;
  return (
    <div ref={box} tabIndex={-1} className={styles["summary"]}>
      <div role="alert">
        <h2 className={styles["title"]}>
          <Icon name="warning" size={20} /> {title}
        </h2>
        <ul className={styles["list"]}>
          {errors.map(({ fieldId, message, label }) => (
            <li key={`${fieldId} ${message}`}>
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusInView(fieldId);
                }}
              >
                {label && isRepeated(message) ? `${label}: ${message}` : message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
