import { Button } from "../../components/Button";
import { Dialog } from "../../components/dialog/Dialog";
import { formatDeviceDay, formatDeviceTime } from "../../lib/days";
import type { DraftSummary } from "../../lib/drafts/draftRecords";

/** Asks before a logout whether to keep the drafts; open if there are any. */
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
        <div className="stack-4">
          <p>
            {isOne ? "A form that you have not sent is" : `${drafts.length} forms that you have not sent are`}{" "}
            on this device, last saved{" "}
            <span className="numbers">{`${formatDeviceDay(latest.savedAt)}, ${formatDeviceTime(latest.savedAt)}`}</span>
            . If you delete {them}, the details, pictures and files cannot be brought back.
          </p>
          <p>
            If you keep {them}, only your account can open {them}, for up to 7 days. On a shared computer,
            delete {them}.
          </p>
          <div className="stack-3">
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

export type DraftChoice = "keep" | "erase";

/** Navigation state for the logout page if the user has already chosen what happens to the drafts. */
export interface LogoutState {
  drafts: DraftChoice;
}
