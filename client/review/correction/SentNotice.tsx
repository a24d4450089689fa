import { useEffect, useRef } from "react";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import styles from "./Corrections.module.css";

interface SentNoticeProps {
  /** Names of applicants corrected during this visit, in order. */
  sentBy: readonly string[];
  /** Number of applicants with corrections left. */
  left: number;
  /** Whether documents are still needed. */
  needsDocuments: boolean;
}

/** Confirms that corrections were received. Takes the focus, because the form that had it is gone. */
export function SentNotice({ sentBy, left, needsDocuments }: SentNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  const count = sentBy.length;
  useEffect(() => {
    if (count > 0) box.current?.focus();
  }, [count]);

  if (count === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className={styles["sent"]}>
      <InlineAlert tone="success">
        <p>Thank you. We have what we asked {sentBy.at(-1)} for.</p>
        <p>{whatIsNext(left, needsDocuments)}</p>
      </InlineAlert>
    </div>
  );
}

function whatIsNext(left: number, needsDocuments: boolean): string {
  if (left > 0)
    return `${left} more ${left === 1 ? "traveller has" : "travellers have"} corrections to make.`;
  const continuing = "Our staff are continuing with the application.";
  return needsDocuments
    ? `${continuing} Please upload the documents that are still needed.`
    : `${continuing} You do not need to do anything else.`;
}
