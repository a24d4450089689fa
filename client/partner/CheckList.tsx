import type { ReactNode } from "react";
import { FieldError } from "../components/form/inputs";
import styles from "./CheckList.module.css";

interface CheckListProps<Value extends string> {
  errorId: string;
  legend: string;
  labels: Record<Value, { name: string; text: string }>;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error: string | undefined;
  children?: ReactNode;
}

/** Values of the API to choose from, each with its name there and an explanation. */
export function CheckList<Value extends string>(props: CheckListProps<Value>) {
  const { errorId, legend, labels, chosen, onChange, error, children } = props;
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset className={styles["list"]}>
      <legend>{legend}</legend>
      {children}
      {(Object.keys(labels) as Value[]).map((value) => (
        <label key={value} className={styles["choice"]}>
          <input
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={errorId}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <span>
            <code>{labels[value].name}</code>
            <span className="small">{labels[value].text}</span>
          </span>
        </label>
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
