import type { ReactNode } from "react";
import { Icon } from "../../components/Icon";
import styles from "./Panels.module.css";

/** Three drawings: one correct photo and two that would be rejected. */
export function PhotoExample() {
  return (
    <ul className={styles["examples"]} aria-label="Examples">
      <Example good text="Face straight, plain light background">
        <circle cx="32" cy="30" r="12" />
        <path d="M12 74c1-16 9-24 20-24s19 8 20 24" />
        <path d="M28 29v.2M36 29v.2M28.5 35.5c2 1.5 5 1.5 7 0" />
      </Example>
      <Example text="Too far away">
        <circle cx="32" cy="48" r="5" />
        <path d="M23 74c.5-10 4-14 9-14s8.5 4 9 14" />
      </Example>
      <Example text="Sunglasses or shadow">
        <circle cx="32" cy="30" r="12" />
        <path d="M12 74c1-16 9-24 20-24s19 8 20 24" />
        <path d="M23 27h7v4h-7zM34 27h7v4h-7zM30 28h4" fill="currentColor" />
        <path d="M44 22 58 8M46 30 60 16M46 38 60 24" strokeDasharray="2 3" />
      </Example>
    </ul>
  );
}

function Example(props: { good?: boolean; text: string; children: ReactNode }) {
  return (
    <li className={styles["example"]} data-good={props.good || undefined}>
      <svg
        viewBox="0 0 64 82"
        width="64"
        height="82"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        <rect x="1" y="1" width="62" height="80" rx="3" />
        {props.children}
      </svg>
      <span className={styles["exampleText"]}>
        <Icon name={props.good ? "check" : "cross"} />
        <span>
          <span className="visually-hidden">{props.good ? "Good: " : "Not good: "}</span>
          {props.text}
        </span>
      </span>
    </li>
  );
}
