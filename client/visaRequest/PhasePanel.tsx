import type { ReactNode } from "react";
import { Button, ButtonGroup, ButtonLink } from "../components/Button";
import { Icon, type IconName } from "../components/Icon";
import { paths, correctionsAnchor } from "../paths";
import { CopyReference } from "./CopyReference";
import type { RequestPhase } from "./phase";
import styles from "./PhasePanel.module.css";

const icons: Record<RequestPhase["tone"], IconName> = {
  good: "check",
  open: "clock",
  urgent: "warning",
  ended: "info",
};

interface PhasePanelProps {
  phase: RequestPhase;
  reference: string;
  /** The approved visas, shown first. */
  visas?: ReactNode;
}

export function PhasePanel({ phase, reference, visas }: PhasePanelProps) {
  return (
    <section className={styles["panel"]} data-tone={phase.tone}>
      <span className={styles["icon"]} aria-hidden="true">
        <Icon name={icons[phase.tone]} size={28} />
      </span>
      <div className={`stack-2 ${styles["text"]}`}>
        <h1 tabIndex={-1} className={styles["title"]}>
          {phase.title}
        </h1>
        {visas}
        <p>
          Reference No : <span className={styles["reference"]}>{reference}</span>
        </p>
        <p className="measure">{phase.now}</p>
        {phase.next && <p className="measure">{phase.next}</p>}
      </div>
      <ButtonGroup kind="page" className="no-print all-columns">
        {phase.tone === "urgent" && <ButtonLink to={`#${correctionsAnchor}`}>Make corrections</ButtonLink>}
        <ButtonLink variant="secondary" to={paths.applications()}>
          View Applications
        </ButtonLink>
        <CopyReference reference={reference} />
        <Button variant="secondary" onClick={() => window.print()}>
          {visas ? "Print this page" : "Print"}
        </Button>
      </ButtonGroup>
    </section>
  );
}
