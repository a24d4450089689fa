import type { ReactNode } from "react";
import styles from "./Disclosure.module.css";

export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles["details"]}>
      <summary className={styles["summary"]}>{summary}</summary>
      <div className={styles["body"]}>{children}</div>
    </details>
  );
}

/** Questions, each of which opens its answer. */
export function Questions({ of }: { of: readonly { question: string; answer: string }[] }) {
  return of.map(({ question, answer }, index) => (
    <Disclosure key={`${index} ${question}`} summary={question}>
      <p>{answer}</p>
    </Disclosure>
  ));
}
