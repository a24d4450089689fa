import type { ReactNode } from "react";
import { CheckBoxes } from "../components/form/CheckBoxes";
import styles from "./Partner.module.css";

interface CheckListProps<Value extends string> {
  id: string;
  legend: string;
  labels: Record<Value, { name: string; text: string }>;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error: string | undefined;
  children?: ReactNode;
}

/** A choice of API values, each with its name in the API and an explanation. */
export function CheckList<Value extends string>({ labels, onChange, ...props }: CheckListProps<Value>) {
  const { chosen } = props;
  const toggle = (value: Value) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <CheckBoxes
      {...props}
      className={styles["list"]}
      options={(Object.keys(labels) as Value[]).map((value) => [
        value,
        <>
          <code>{labels[value].name}</code>
          <span className="small">{labels[value].text}</span>
        </>,
      ])}
      onChange={({ target }) => toggle(target.value as Value)}
    />
  );
}
