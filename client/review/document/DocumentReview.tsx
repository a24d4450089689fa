import { useId, useRef, useState } from "react";
import { noReasonAgainst, reasonsFor } from "../../../server/modules/review/correction/correction.rules";
import { maxNoteLength } from "../../../server/core/note.rules";
import { Button, ButtonGroup } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { Form, TextField } from "../../components/form/inputs";
import { Icon } from "../../components/Icon";
import { classes } from "../../lib/classes";
import { formatMoment } from "../../lib/days";
import { useFocusAfter } from "../../lib/focusInView";
import { displayName } from "../../lib/format";
import type { CorrectionReason, StaffJudgePaperInput } from "../../schemaTypes.generated";
import { fileName } from "../case/caseLabels";
import { correctionReasonLabels } from "../correction/correctionReasons";
import { dropEntry, useUnsavedEntry } from "../case/unsavedEntry";
import { useSend } from "../case/useCase";
import { ReasonField } from "../ReasonField";
import styles from "./DocumentPanel.module.css";
import { ReviewFileDocument, type StaffFilePartsFragment } from "./operations.generated";

type Verdict = Omit<StaffJudgePaperInput, "fileId">;
interface Refusal {
  reason: CorrectionReason | "";
  note: string;
}
const reviewEntry = ({ fileId }: StaffFilePartsFragment) => `review ${fileId}`;

export function DocumentReview({ file, canReview }: { file: StaffFilePartsFragment; canReview: boolean }) {
  const sender = useSend();
  const { isBusy, send, showViolations, findOthers } = sender;
  const [isRefusing, setRefusing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const focus = useFocusAfter();

  const closeForm = () => {
    dropEntry(reviewEntry(file));
    setRefusing(false);
    // Focuses the opener after the next render, when it is visible again.
    focus(() => opener.current);
  };
  const review = (verdict: Verdict) =>
    send({
      document: ReviewFileDocument,
      input: { fileId: file.fileId, ...verdict },
      done: `${fileName(file)}: ${verdict.isAccepted ? "acceptable" : "not acceptable"}`,
    });

  return (
    <div className={`stack-2 ${styles["review"]}`}>
      {file.verdict ? <ReviewResult file={file} /> : <p className="small">Not reviewed yet.</p>}
      <InlineAlerts of={findOthers(["reason", "note"])} />
      {canReview && isRefusing && (
        <RefusalForm
          file={file}
          sender={sender}
          onRefuse={async (verdict) => {
            if ((await review(verdict)) === "done") closeForm();
          }}
          onCancel={closeForm}
        />
      )}
      {canReview && !isRefusing && (
        <ButtonGroup kind="part">
          <Button variant="secondary" busy={isBusy} onClick={() => void review({ isAccepted: true })}>
            Acceptable
          </Button>
          <Button
            ref={opener}
            variant="secondary"
            onClick={() => {
              showViolations([]);
              setRefusing(true);
            }}
          >
            Not acceptable
          </Button>
        </ButtonGroup>
      )}
    </div>
  );
}

interface RefusalFormProps {
  file: StaffFilePartsFragment;
  sender: ReturnType<typeof useSend>;
  onRefuse: (verdict: Verdict) => Promise<void>;
  onCancel: () => void;
}

/** Asks why a file is not acceptable. Prefilled from the last review. */
function RefusalForm({ file, sender, onRefuse, onCancel }: RefusalFormProps) {
  const { isBusy, showViolations, findError } = sender;
  const { kind, verdict } = file;
  const id = useId();
  const before: Refusal = { reason: verdict?.reason ?? "", note: verdict?.note ?? "" };
  const [refusal, setRefusal] = useUnsavedEntry(reviewEntry(file), before);
  const { reason, note } = refusal;

  const refuse = () => {
    if (!reason) return showViolations([{ field: "reason", message: noReasonAgainst }]);
    return onRefuse({ isAccepted: false, reason, note: note.trim() || null });
  };

  return (
    <Form onSubmit={refuse}>
      <div className={`stack-0 gap-x-3 ${styles["reason"]}`}>
        <ReasonField
          id={`${id}-reason`}
          label="Reason"
          error={findError("reason")}
          autoFocus
          labels={correctionReasonLabels}
          offered={reasonsFor({ paper: kind })}
          value={reason}
          onChoose={(chosen) => setRefusal({ ...refusal, reason: chosen })}
        />
        <TextField
          id={`${id}-note`}
          label="Message to the traveller"
          optional={reason !== "OTHER"}
          error={findError("note")}
          maxLength={maxNoteLength}
          value={note}
          onText={(text) => setRefusal({ ...refusal, note: text })}
        />
      </div>
      <ButtonGroup kind="part">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={isBusy}>
          Not acceptable
        </Button>
      </ButtonGroup>
    </Form>
  );
}

function ReviewResult({ file: { verdict } }: { file: StaffFilePartsFragment }) {
  if (!verdict) return null;
  const { isAccepted, reason, note, by, at } = verdict;
  return (
    <div className={classes(styles["said"], isAccepted ? styles["accepted"] : styles["refused"])}>
      <Icon name={isAccepted ? "check" : "cross"} />
      <div>
        <p>
          <strong>
            {isAccepted ? "Acceptable" : `Not acceptable: ${reason ? correctionReasonLabels[reason] : ""}`}
          </strong>
          {note && <> – “{note}”</>}
        </p>
        <p className="small">
          {displayName(by)}, {formatMoment(at)}
        </p>
      </div>
    </div>
  );
}
