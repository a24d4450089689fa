import { useEffect, useRef } from "react";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import styles from "./DraftStatus.module.css";

/** Shown instead of a form that is open in another tab: two forms would overwrite each other's draft. */
export function OpenElsewhere({ title, onTakeOver }: { title: string; onTakeOver: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that was replaced may have had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles["elsewhere"]}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <InlineAlert tone="warning">
        <p>You are filling in these details in another tab.</p>
        <p>If you continue here, the form there is closed. All that you entered is kept.</p>
      </InlineAlert>
      <Button onClick={onTakeOver}>Continue here</Button>
    </div>
  );
}

/** Focuses the heading after a form was taken over, because the focused button is gone. Renders nothing. */
export function TakenOver() {
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  return null;
}
