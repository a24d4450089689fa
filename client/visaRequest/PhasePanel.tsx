import { Button, ButtonLink } from "../components/Button";
import { Icon, type IconName } from "../components/Icon";
import { paths, putRightAnchor } from "../paths";
import { CopyReference } from "./CopyReference";
import styles from "./PhasePanel.module.css";
import type { Stage } from "./phase";

const signs: Record<Stage["tone"], IconName> = {
  good: "check",
  open: "clock",
  urgent: "warning",
  ended: "info",
};

/** Where an application stands that is on its way or at its end: what happens now, and what to do. */
export function StagePanel({ stage, reference }: { stage: Stage; reference: string }) {
  return (
    <section className={styles["panel"]} data-tone={stage.tone}>
      <span className={styles["sign"]} aria-hidden="true">
        <Icon name={signs[stage.tone]} size={28} />
      </span>
      <div className={styles["words"]}>
        <h1 tabIndex={-1} className={styles["title"]}>
          {stage.title}
        </h1>
        <p>
          Reference No : <span className={styles["reference"]}>{reference}</span>
        </p>
        <p className={styles["now"]}>{stage.now}</p>
        {stage.next && <p className={styles["now"]}>{stage.next}</p>}
      </div>
      <div className={`no-print ${styles["actions"]}`}>
        {stage.tone === "urgent" && (
          <a className={styles["jump"]} href={`#${putRightAnchor}`}>
            Put it right
          </a>
        )}
        <ButtonLink variant="secondary" to={paths.applications()}>
          View Applications
        </ButtonLink>
        <CopyReference reference={reference} />
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </section>
  );
}
