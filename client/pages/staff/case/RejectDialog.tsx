import { useState } from "react";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { Field } from "../../../components/Field";
import { InlineAlert } from "../../../components/InlineAlert";
import { SelectInput } from "../../../components/SelectInput";
import { TextArea } from "../../../components/TextArea";
import type { RejectionReason } from "../../../schemaTypes.generated";
import { optionsOf, rejectionReasonWords } from "./caseWords";
import type { DecisionDialogProps } from "./Decisions";
import styles from "./Dialogs.module.css";
import { RejectApplicantDocument } from "./rejectApplicant.generated";
import { faultOf, otherFaults, useSend } from "./useCase";

/** Ending a traveller's case without a visa. */
export function RejectDialog({ open, ...form }: DecisionDialogProps) {
  return (
    <Dialog open={open} onClose={form.onClose} title={`Reject ${form.person}?`}>
      <RejectForm {...form} />
    </Dialog>
  );
}

function RejectForm({ applicant, person, onClose, onDone }: Omit<DecisionDialogProps, "open">) {
  const { faults, isBusy, send, refuse } = useSend();
  const [reason, setReason] = useState<RejectionReason | "">("");
  const [note, setNote] = useState("");

  const reject = async () => {
    if (!reason) return refuse([{ field: "reason", message: "Choose why there is no visa" }]);
    const outcome = await send({
      document: RejectApplicantDocument,
      input: {
        visaApplicantId: applicant.visaApplicant.visaApplicantId,
        reason,
        note: note.trim() || null,
      },
      pick: (data) => data.staffRejectApplicant,
      done: `${person} was rejected, and is told`,
    });
    if (outcome !== "refused") onDone();
  };

  return (
    <form
      noValidate
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void reject();
      }}
    >
      <p>This cannot be undone. The traveller is told the reason and your word.</p>
      {otherFaults(faults, ["reason", "note"]).map(({ message }) => (
        <InlineAlert key={message}>{message}</InlineAlert>
      ))}
      <Field id="reject-reason" label="Reason" error={faultOf(faults, "reason")}>
        {(control) => (
          <SelectInput
            {...control}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.target.value as RejectionReason | "")}
          >
            <option value="">Choose a reason</option>
            {optionsOf(rejectionReasonWords).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field
        id="reject-note"
        label="Word for the traveller"
        optional={reason !== "OTHER"}
        error={faultOf(faults, "note")}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className={styles["actions"]}>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={isBusy}>
          Reject
        </Button>
      </div>
    </form>
  );
}
