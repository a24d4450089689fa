import type { ComponentProps, ReactNode } from "react";
import { FieldError } from "./inputs";
import styles from "./CheckBoxes.module.css";

interface CheckBoxesProps extends ComponentProps<"input"> {
  /** The id of the first box. The id of the error line is this id followed by `-error`. */
  id: string;
  legend: string;
  options: readonly (readonly [value: string, content: ReactNode, isDisabled?: boolean])[];
  /** The ticked values; omitted if a form library stores them. */
  chosen?: readonly string[];
  error: string | undefined;
}

/** A group of check boxes, or of radio buttons with the type "radio". */
export function CheckBoxes(props: CheckBoxesProps) {
  const { id, legend, options, chosen, error, className = "", children, ...input } = props;
  return (
    <fieldset className={`${styles["boxes"]} ${className}`}>
      <legend>{legend}</legend>
      {children}
      {options.map(([value, content, isDisabled], at) => (
        <label key={value} className={styles["box"]}>
          <input
            type="checkbox"
            {...input}
            className="tick"
            id={at === 0 ? id : undefined}
            value={value}
            disabled={isDisabled}
            checked={chosen?.includes(value)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <span>{content}</span>
        </label>
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
