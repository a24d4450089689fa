import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { formatMoment } from "../../lib/days";
import styles from "../case/Case.module.css";
import { useCase, useSend } from "../case/useCase";
import { CloseMoneyTaskDocument } from "./operations.generated";

const decisions = {
  CANCEL: { label: "Cancel the application", done: "The application is cancelled" },
  KEEP: { label: "Seen and decided", done: "Noted" },
} as const;

/** Payment events outside this portal that need a staff decision. */
export function MoneyTasks() {
  const { moneyTasks } = useCase().staffCase;
  const { violations, isBusy, send } = useSend();
  if (moneyTasks.length === 0) return null;
  return (
    <ul className={styles["list"]} aria-label="Refunds to decide">
      {moneyTasks.map(({ moneyTaskId, text, decision, openedAt }) => (
        <li key={moneyTaskId}>
          <InlineAlert>{text}</InlineAlert>
          <p className={styles["byline"]}>Found {formatMoment(openedAt)}</p>
          {violations.map(({ message }) => (
            <InlineAlert key={message}>{message}</InlineAlert>
          ))}
          <Button
            variant="secondary"
            busy={isBusy}
            onClick={() =>
              void send({
                document: CloseMoneyTaskDocument,
                input: { moneyTaskId, decision },
                pick: (response) => response.staffCloseMoneyTask,
                done: decisions[decision].done,
              })
            }
          >
            {decisions[decision].label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
