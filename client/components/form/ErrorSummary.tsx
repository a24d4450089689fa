import { useEffect, useRef } from "react";
import { focusInView } from "../../lib/focusInView";
import { Icon } from "../Icon";
import styles from "./ErrorSummary.module.css";

/** One violation, and the input that it is about. */
export interface FieldViolation {
  fieldId: string;
  message: string;
}

/**
 * The list of what is wrong, above a form (GOV.UK error summary). It takes the focus when it appears, and again
 * whenever `attempt` changes; its links focus the fields.
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
  /** False where the focus goes to the field itself. */
  takesFocus?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0;

  useEffect(() => {
    if (isShown && takesFocus) box.current?.focus();
  }, [isShown, attempt, takesFocus]);

  if (!isShown) return null;
  return (
    <div ref={box} tabIndex={-1} className={styles["summary"]}>
      <div role="alert">
        <h2 className={styles["title"]}>
          <Icon name="warning" size={20} /> {title}
        </h2>
        <ul className={styles["list"]}>
          {errors.map(({ fieldId, message }) => (
            <li key={`${fieldId} ${message}`}>
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusInView(fieldId);
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
