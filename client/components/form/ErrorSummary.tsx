import { useEffect, useRef } from "react";
import { focusInView } from "../../lib/focusInView";
import { Icon } from "../Icon";
import { InlineAlert } from "../feedback/InlineAlert";
import styles from "./ErrorSummary.module.css";

export interface FieldViolation {
  fieldId: string;
  message: string;
  /** The field's name, shown if another field has the same message. */
  label?: string | undefined;
}

interface ErrorSummaryProps {
  errors: FieldViolation[];
  attempt?: number;
  /** Errors that do not belong to an input, shown first. */
  general?: readonly string[];
  takesFocus?: boolean;
}

/** The GOV.UK error summary. Takes the focus when it appears and whenever `attempt` changes. */
export function ErrorSummary({ errors, attempt, general = [], takesFocus = true }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0;

  useEffect(() => {
    if (isShown && takesFocus) box.current?.focus();
  }, [isShown, attempt, takesFocus]);

  if (!isShown && general.length === 0) return null;
  const isRepeated = (message: string) => errors.filter((error) => error.message === message).length > 1;
  return (
    <div className="stack-3">
      {general.map((message) => (
        <InlineAlert key={message}>{message}</InlineAlert>
      ))}
      {isShown && (
        <div ref={box} tabIndex={-1} className={styles["summary"]}>
          <div role="alert">
            <h2 className="row gap-2 text-l">
              <Icon name="warning" size={20} /> There is a problem
            </h2>
            <ul className={`stack-0 ${styles["list"]}`}>
              {errors.map(({ fieldId, message, label }) => (
                <li key={`${fieldId} ${message}`}>
                  <a
                    className="touch"
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
      )}
    </div>
  );
}
