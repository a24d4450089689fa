import { classes } from "../lib/classes";
import styles from "./DescriptionList.module.css";

/** A label and its value. Entries without a value are omitted, so that a stray 'null' is never shown. */
export interface Description {
  label: string;
  value: string | undefined;
}

interface DescriptionListProps {
  facts: Description[];
  /** Whether entries are side by side on phones, each value next to its label. */
  isInline?: boolean;
}

export function DescriptionList({ facts, isInline }: DescriptionListProps) {
  return (
    <dl className={classes(styles["facts"], isInline && styles["inline"])}>
      {facts.map(
        ({ label, value }) =>
          value && (
            <div key={label}>
              <dt className="small">{label}</dt>
              <dd className="numbers">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
