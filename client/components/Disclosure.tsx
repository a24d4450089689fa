import type { ReactNode } from "react";
import styles from "./Disclosure.module.css";

interface DisclosureProps {
  summary: string;
  /** Whether the content is visible at first. */
  isOpen?: boolean;
  children: ReactNode;
}

export function Disclosure({ summary, isOpen, children }: DisclosureProps) {
  return (
    <details className={styles["details"]} open={isOpen}>
      <summary className={styles["summary"]}>{summary}</summary>
      <div className={styles["body"]}>{children}</div>
    </details>
  );
}

/** A list of questions, each of which opens its answer. */
export function Questions({ of }: { of: readonly { question: string; answer: string }[] }) {
  return of.map(({ question, answer }, index) => (
    <Disclosure key={`${index} ${question}`} summary={question}>
      <p>{answer}</p>
    </Disclosure>
  ));
}
