import { useState } from "react";
import { Dialog } from "../../components/dialog/Dialog";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import { useSend, findViolation } from "../case/useCase";
import { DialogForm } from "../DialogForm";
import styles from "../DialogForm.module.css";
import { ChangeCorrectionDocument } from "./operations.generated";
import { itemInputId, RequestedCorrection } from "./RequestedCorrection";
import { type CorrectionDraft, findDraftViolations } from "./requestedCorrections";

interface ChangeCorrectionProps {
  /** The open correction; its key is the correction's id. */
  draft: CorrectionDraft;
  onClose: () => void;
  onDone: () => void;
}

/** Edits an open correction; closed if `draft` is undefined. */
export function ChangeCorrectionDialog({
  draft,
  ...form
}: Omit<ChangeCorrectionProps, "draft"> & { draft: CorrectionDraft | undefined }) {
  return (
    <Dialog open={draft !== undefined} onClose={form.onClose} title="Change what was asked for" kind="wide">
      {draft && <ChangeForm key={draft.key} draft={draft} {...form} />}
    </Dialog>
  );
}

function ChangeForm({ draft: asked, onClose, onDone }: ChangeCorrectionProps) {
  const { violations, attempt, isBusy, send, showViolations } = useSend();
  const [draft, setDraft] = useState(asked);

  const change = async () => {
    const found = findDraftViolations([draft]).map((violation) => ({
      ...violation,
      field: violation.field?.replace("items.0.", "") ?? null,
    }));
    if (found.length > 0) return showViolations(found);
    const outcome = await send({
      document: ChangeCorrectionDocument,
      input: { correctionId: draft.key, reason: draft.reason || "OTHER", note: draft.note.trim() || null },
      pick: (data) => data.staffChangeCorrection,
      done: "The traveller's page was changed",
    });
    if (outcome !== "refused") onDone();
  };

  return (
    <DialogForm submit="Save" onSubmit={change} onCancel={onClose} isBusy={isBusy}>
      <p className={styles["hint"]}>The traveller's page shows it at once. No other message is sent.</p>
      <ErrorSummary
        errors={violations.map(({ field, message }) => ({
          fieldId: itemInputId(draft, field === "note" ? "note" : "reason"),
          message,
        }))}
        attempt={attempt}
      />
      <ul className={styles["items"]}>
        <RequestedCorrection
          draft={draft}
          reasonViolation={findViolation(violations, "reason")}
          noteViolation={findViolation(violations, "note")}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      </ul>
    </DialogForm>
  );
}
