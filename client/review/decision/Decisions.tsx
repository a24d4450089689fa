import { useState } from "react";
import { mayApplicantMove } from "../../../server/modules/applicant/applicantStatus.rules";
import { Button, ButtonGroup } from "../../components/Button";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
import { RequestForm } from "../correction/RequestForm";
import { ApproveForm } from "./ApproveForm";
import { Dialog } from "../../components/dialog/Dialog";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { TextAreaField } from "../../components/form/inputs";
import type { RejectionReason } from "../../schemaTypes.generated";
import { rejectionReasonLabels } from "../case/caseLabels";
import { useCase, useSend } from "../case/useCase";
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
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    onDecided();
  };

  const { applicants } = useCase().staffCase;
  const number = `applicant ${applicants.indexOf(applicant) + 1} of ${applicants.length}`;
  const which = applicants.length > 1 ? number : "this applicant";
  const form = { applicant, person, onClose: close, onDone: done };
  const wide = { kind: "wide", onClose: close } as const;
  return (
    <>
      <ButtonGroup kind="part">
        {mayApplicantMove(status, "REJECTED") && (
          <Button variant="secondary" onClick={() => setOpen("reject")}>
            Reject
          </Button>
        )}
        {mayApplicantMove(status, "ACTION_REQUIRED") && (
          <Button variant="secondary" onClick={() => setOpen("correction")}>
            Ask for corrections
          </Button>
        )}
        {mayApplicantMove(status, "APPROVED") && <Button onClick={() => setOpen("approve")}>Approve</Button>}
      </ButtonGroup>
      <Dialog {...wide} open={open === "correction"} title={`Ask ${person} for corrections`}>
        <RequestForm {...form} />
      </Dialog>
      {/* Without a name, because the application is hidden meanwhile. */}
      <Dialog {...wide} open={open === "approve"} title={`Approve ${which}`} hidesPage>
        <ApproveForm {...form} />
      </Dialog>
      <Dialog open={open === "reject"} onClose={close} title={`Reject ${person}?`}>
        <RejectForm {...form} />
      </Dialog>
    </>
  );
}

function RejectForm({ applicant, person, onClose, onDone }: ApplicantFormProps) {
  const { isBusy, send, showViolations, findError, findOthers } = useSend();
  const [reason, setReason] = useState<RejectionReason | "">("");
  const [note, setNote] = useState("");

  const reject = async () => {
    if (!reason) return showViolations([{ field: "reason", message: "Choose the reason for the rejection" }]);
    const outcome = await send({
      document: RejectApplicantDocument,
      input: { visaApplicantId: applicant.visaApplicant.visaApplicantId, reason, note: note.trim() || null },
      done: `${person} was rejected and will be notified`,
    });
    if (outcome !== "refused") onDone();
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
        onChoose={setReason}
      />
      <TextAreaField
        id="reject-note"
        label="Message to the traveller"
        optional={reason !== "OTHER"}
        error={findError("note")}
        rows={3}
        maxLength={maxNoteLength}
        value={note}
        onText={setNote}
      />
    </DialogForm>
  );
}
