import { useState } from "react";
import { mayApplicantMove } from "../../../server/modules/applicant/applicantStatus.rules";
import { Button, ButtonGroup } from "../../components/Button";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
import { RequestForm } from "../correction/RequestForm";
import { ApproveForm } from "./ApproveForm";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { TextAreaField } from "../../components/form/inputs";
import type { RejectionReason } from "../../schemaTypes.generated";
import { rejectionReasonLabels } from "../case/caseLabels";
import { CaseDialog } from "../case/CaseDialog";
import { dropEntry, useUnsavedEntry } from "../case/unsavedEntry";
import { type Outcome, useCase, useSend } from "../case/useCase";
import { DialogForm } from "../../components/form/DialogForm";
import type { ApplicantFormProps } from "../ApplicantFormProps";
import { ReasonField } from "../ReasonField";
import { maxNoteLength } from "../../../server/core/note.rules";
import { RejectApplicantDocument } from "./operations.generated";

interface DecisionsProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  /** Called after a decision, when this component may no longer exist. */
  onDecided: () => void;
}

export function Decisions({ applicant, person, onDecided }: DecisionsProps) {
  const status = applicant.visaApplicant.visaApplicantStatus;
  const [open, setOpen] = useState<"correction" | "approve" | "reject">();
  const may = {
    correction: mayApplicantMove(status, "ACTION_REQUIRED"),
    approve: mayApplicantMove(status, "APPROVED"),
    reject: mayApplicantMove(status, "REJECTED"),
  };
  // Closes the dialog if the case has changed so that the decision is no longer possible.
  if (open && !may[open]) setOpen(undefined);
  const entry = `${open} ${applicant.visaApplicant.visaApplicantId}`;
  const close = () => {
    dropEntry(entry);
    setOpen(undefined);
  };
  const onSent = (outcome: Outcome) => {
    if (outcome === "done") close();
    if (outcome !== "refused") onDecided();
  };

  const { applicants } = useCase().staffCase;
  const number = `applicant ${applicants.indexOf(applicant) + 1} of ${applicants.length}`;
  const which = applicants.length > 1 ? number : "this applicant";
  const form = { applicant, person, entry, onClose: close, onSent };
  const wide = { kind: "wide", onClose: close } as const;
  return (
    <>
      <ButtonGroup kind="part">
        {may.reject && (
          <Button variant="secondary" onClick={() => setOpen("reject")}>
            Reject
          </Button>
        )}
        {may.correction && (
          <Button variant="secondary" onClick={() => setOpen("correction")}>
            Ask for corrections
          </Button>
        )}
        {may.approve && <Button onClick={() => setOpen("approve")}>Approve</Button>}
      </ButtonGroup>
      <CaseDialog {...wide} open={open === "correction"} title={`Ask ${person} for corrections`}>
        <RequestForm {...form} />
      </CaseDialog>
      {/* The title omits the applicant's name, because the dialog hides the page so that nothing is copied from it. */}
      <CaseDialog {...wide} open={open === "approve"} title={`Approve ${which}`} hidesPage>
        <ApproveForm {...form} />
      </CaseDialog>
      <CaseDialog open={open === "reject"} onClose={close} title={`Reject ${person}?`}>
        <RejectForm {...form} />
      </CaseDialog>
    </>
  );
}

const noRejection: { reason: RejectionReason | ""; note: string } = { reason: "", note: "" };

function RejectForm({ applicant, person, entry, onClose, onSent }: ApplicantFormProps) {
  const { isBusy, send, showViolations, findError, findOthers } = useSend({ isInDialog: true });
  const [rejection, setRejection] = useUnsavedEntry(entry, noRejection);
  const { reason, note } = rejection;

  const reject = async () => {
    if (!reason) return showViolations([{ field: "reason", message: "Choose the reason for the rejection" }]);
    const outcome = await send({
      document: RejectApplicantDocument,
      input: { visaApplicantId: applicant.visaApplicant.visaApplicantId, reason, note: note.trim() || null },
      done: `${person} was rejected and will be notified`,
    });
    onSent(outcome);
  };

  return (
    <DialogForm submit="Reject" isFinal onSubmit={reject} onCancel={onClose} isBusy={isBusy}>
      <p>This cannot be undone. The traveller sees the reason and your message.</p>
      <InlineAlerts of={findOthers(["reason", "note"])} />
      <ReasonField
        id="reject-reason"
        label="Reason"
        error={findError("reason")}
        data-autofocus
        labels={rejectionReasonLabels}
        value={reason}
        onChoose={(chosen) => setRejection({ ...rejection, reason: chosen })}
      />
      <TextAreaField
        id="reject-note"
        label="Message to the traveller"
        optional={reason !== "OTHER"}
        error={findError("note")}
        rows={3}
        maxLength={maxNoteLength}
        value={note}
        onText={(text) => setRejection({ ...rejection, note: text })}
      />
    </DialogForm>
  );
}
