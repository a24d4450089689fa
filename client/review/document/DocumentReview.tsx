import { useEffect, useId, useRef, useState } from "react";
import { noReasonAgainst, reasonsFor } from "../../../server/modules/review/correction/correction.rules";
import { maxNoteLength } from "../../../server/core/note.rules";
import { Button, ButtonGroup } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { Form, TextField } from "../../components/form/inputs";
import { Icon } from "../../components/Icon";
import { classes } from "../../lib/classes";
import { formatMoment } from "../../lib/days";
import { displayName } from "../../lib/format";
import type { CorrectionReason } from "../../schemaTypes.generated";
import { fileName } from "../case/caseLabels";
import { correctionReasonLabels } from "../correction/correctionReasons";
import { useSend } from "../case/useCase";
import { ReasonField } from "../ReasonField";
import styles from "./DocumentPanel.module.css";
import { ReviewFileDocument, type StaffFilePartsFragment } from "./operations.generated";

export function DocumentReview({ file, canReview }: { file: StaffFilePartsFragment; canReview: boolean }) {
  const { isBusy, send, showViolations, findError, findOthers } = useSend();
  const id = useId();
  const [isRefusing, setRefusing] = useState(false);
  const [reason, setReason] = useState<CorrectionReason | "">("");
  const [note, setNote] = useState("");
  const name = fileName(file);
  const box = useRef<HTMLDivElement>(null);
  const wasRefusing = useRef(false);

  // Focuses the button that opened the form, once it is visible again.
  useEffect(() => {
    if (wasRefusing.current && !isRefusing)
      box.current?.querySelector<HTMLElement>("[data-opens-form]")?.focus();
    wasRefusing.current = isRefusing;
  }, [isRefusing]);

  const review = async (isAccepted: boolean) => {
    if (!isAccepted && !reason) return showViolations([{ field: "reason", message: noReasonAgainst }]);
    const outcome = await send({
      document: ReviewFileDocument,
      input: isAccepted
        ? { fileId: file.fileId, isAccepted }
        : { fileId: file.fileId, isAccepted, reason: reason || null, note: note.trim() || null },
      done: `${name}: ${isAccepted ? "acceptable" : "not acceptable"}`,
    });
    if (outcome !== "refused") setRefusing(false);
  };

  return (
    <div ref={box} className={`stack-2 ${styles["review"]}`}>
      {file.verdict ? <ReviewResult file={file} /> : <p className="small">Not reviewed yet.</p>}
      <InlineAlerts of={findOthers(["reason", "note"])} />
      {canReview && isRefusing && (
        <Form onSubmit={() => void review(false)}>
          <div className={`stack-0 gap-x-3 ${styles["reason"]}`}>
            <ReasonField
              id={`${id}-reason`}
              label="Reason"
              error={findError("reason")}
              autoFocus
              labels={correctionReasonLabels}
              offered={reasonsFor({ paper: file.kind })}
              value={reason}
              onChoose={setReason}
            />
            <TextField
              id={`${id}-note`}
              label="Message to the traveller"
              optional={reason !== "OTHER"}
              error={findError("note")}
              maxLength={maxNoteLength}
              value={note}
              onText={setNote}
            />
          </div>
          <ButtonGroup kind="part">
            <Button variant="secondary" onClick={() => setRefusing(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="danger" busy={isBusy}>
              Not acceptable
            </Button>
          </ButtonGroup>
        </Form>
      )}
      {canReview && !isRefusing && (
        <ButtonGroup kind="part">
          <Button variant="secondary" busy={isBusy} onClick={() => void review(true)}>
            Acceptable
          </Button>
          <Button
            variant="secondary"
            data-opens-form
            onClick={() => {
              setReason(file.verdict?.reason ?? "");
              setNote(file.verdict?.note ?? "");
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
