import { useState } from "react";
import { maxNoteLength } from "../../../server/modules/review/correction/correction.rules";
import { Dialog } from "../../components/dialog/Dialog";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { Field } from "../../components/form/Field";
import { TextArea } from "../../components/form/inputs";
import type { RejectionReason } from "../../schemaTypes.generated";
import { rejectionReasonLabels } from "../case/caseLabels";
import { findViolation, otherViolations, useSend } from "../case/useCase";
import { type ApplicantDialogProps, DialogForm } from "../DialogForm";
import { ReasonSelect } from "../ReasonSelect";
import { RejectApplicantDocument } from "./operations.generated";

/** Rejects an applicant, with a reason. */
export function RejectDialog({ open, ...form }: ApplicantDialogProps) {
  return (
    <Dialog open={open} onClose={form.onClose} title={`Reject ${form.person}?`}>
      <RejectForm {...form} />
    </Dialog>
  );
}

function RejectForm({ applicant, person, onClose, onDone }: Omit<ApplicantDialogProps, "open">) {
  const { violations, isBusy, send, showViolations } = useSend();
  const [reason, setReason] = useState<RejectionReason | "">("");
  const [note, setNote] = useState("");

  const reject = async () => {
    if (!reason) return showViolations([{ field: "reason", message: "Choose the reason for the rejection" }]);
    const outcome = await send({
      document: RejectApplicantDocument,
      input: {
        visaApplicantId: applicant.visaApplicant.visaApplicantId,
        reason,
        note: note.trim() || null,
      },
      pick: (data) => data.staffRejectApplicant,
      done: `${person} was rejected and will be notified`,
    });
    if (outcome !== "refused") onDone();
  };

  return (
    <DialogForm submit="Reject" isFinal onSubmit={reject} onCancel={onClose} isBusy={isBusy}>
      <p>This cannot be undone. The traveller sees the reason and your message.</p>
      {otherViolations(violations, ["reason", "note"]).map(({ message }) => (
        <InlineAlert key={message}>{message}</InlineAlert>
      ))}
      <Field id="reject-reason" label="Reason" error={findViolation(violations, "reason")}>
        {(control) => (
          <ReasonSelect
            {...control}
            data-autofocus
            labels={rejectionReasonLabels}
            value={reason}
            onChoose={setReason}
          />
        )}
      </Field>
      <Field
        id="reject-note"
        label="Message to the traveller"
        optional={reason !== "OTHER"}
        error={findViolation(violations, "note")}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={maxNoteLength}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </DialogForm>
  );
}
