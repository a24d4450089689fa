import styles from "./DescriptionList.module.css";

/** A label and its value; one without a value is left out, so that a stray 'null' is never shown. */
export interface Description {
  label: string;
  value: string | undefined;
}

/** Facts in a grid of two columns. */
export function DescriptionList({ facts }: { facts: Description[] }) {
  return (
    <dl className={styles["facts"]}>
      {facts.map(
        ({ label, value }) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
