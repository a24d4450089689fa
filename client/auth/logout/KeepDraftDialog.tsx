import { Button } from "../../components/Button";
import { Dialog } from "../../components/dialog/Dialog";
import { formatMoment } from "../../lib/days";
import type { DraftSummary } from "../../lib/drafts/draftRecords";
import type { DraftChoice } from "./draftChoice";
import styles from "./KeepDraftDialog.module.css";

/** Asks before a logout whether to keep the drafts; open while there are any. */
export function KeepDraftDialog(props: {
  drafts: readonly DraftSummary[];
  onStay: () => void;
  onChoose: (choice: DraftChoice) => void;
}) {
  const { drafts, onStay, onChoose } = props;
  const [latest] = drafts;
  const isOne = drafts.length === 1;
  const them = isOne ? "it" : "them";
  return (
    <Dialog open={Boolean(latest)} onClose={onStay} title={isOne ? "Keep your draft?" : "Keep your drafts?"}>
      {latest && (
        <div className={styles["body"]}>
          <p>
            {isOne ? "A form that you have not sent is" : `${drafts.length} forms that you have not sent are`}{" "}
            on this device, last saved{" "}
            <span className="numbers">{formatMoment(latest.savedAt.toISOString())}</span>. If you delete{" "}
            {them}, the details, pictures and files cannot be brought back.
          </p>
          <p>
            If you keep {them}, only your account can open {them}, for up to 7 days. On a shared computer,
            delete {them}.
          </p>
          <div className={styles["choices"]}>
            <Button data-autofocus onClick={() => onChoose("keep")}>
              Keep {them} and log out
            </Button>
            <Button variant="danger" onClick={() => onChoose("erase")}>
              Delete {them} and log out
            </Button>
            <Button variant="secondary" onClick={onStay}>
              Stay logged in
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
