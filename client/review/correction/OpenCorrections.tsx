import { useState } from "react";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { formatDay } from "../../lib/days";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
import styles from "../case/Travellers.module.css";
import { CaseDialog } from "../case/CaseDialog";
import { dropEntry, useUnsavedEntry } from "../case/unsavedEntry";
import { useCase, useSend } from "../case/useCase";
import { correctionReasonLabels } from "./correctionReasons";
import { ChangeCorrectionDocument, WithdrawCorrectionDocument } from "./operations.generated";
import { type CorrectionDraft, draftOfOpen, findDraftViolations } from "./requestedCorrections";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import { DialogForm } from "../../components/form/DialogForm";
import { itemInputId, RequestedCorrection } from "./RequestedCorrection";

interface OpenCorrectionsProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  canChange: boolean;
  onChanged: () => void;
}

export function OpenCorrections({ applicant, person, canChange, onChanged }: OpenCorrectionsProps) {
  const { run } = useCase();
  const [changing, setChanging] = useState<CorrectionDraft>();
  const [leaving, setLeaving] = useState<CorrectionDraft>();
  const close = () => {
    if (changing) dropEntry(changeEntry(changing));
    setChanging(undefined);
  };
  /** False once the traveller has answered the correction, or another staff member has withdrawn it. */
  const isOpen = (draft: CorrectionDraft | undefined) =>
    applicant.corrections.some(({ correctionId }) => correctionId === draft?.key);
  const isLast = applicant.corrections.length === 1;

  const withdraw = async () => {
    const violations = await run({
      document: WithdrawCorrectionDocument,
      input: { correctionId: leaving!.key },
      done: `${leaving!.name} is no longer asked for`,
    });
    if (violations.length > 0) return violations.map(({ message }) => message).join(" ");
    onChanged();
    return undefined;
  };

  return (
    <div className={styles["waiting"]}>
      <h4>Waiting for the traveller</h4>
      <ul className="stack-1">
        {applicant.corrections.map((correction) => {
          const draft = draftOfOpen(correction, applicant.papers);
          return (
            <li key={draft.key}>
              <strong>{draft.name}</strong>: {correctionReasonLabels[correction.reason]}
              {correction.note && <> – “{correction.note}”</>}
              <span className="small"> asked on {formatDay(correction.askedAt)}</span>
              {canChange && (
                <CorrectionActions
                  of={draft.name}
                  onChange={() => setChanging(draft)}
                  onWithdraw={() => setLeaving(draft)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <CaseDialog open={isOpen(changing)} onClose={close} title="Change what was asked for" kind="wide">
        {changing && <ChangeForm draft={changing} onClose={close} onDone={onChanged} />}
      </CaseDialog>
      <ConfirmDialog
        open={isOpen(leaving)}
        onClose={() => setLeaving(undefined)}
        title={`Ask no longer for ${leaving?.name ?? ""}?`}
        keep="Keep it"
        confirm="Withdraw"
        act={withdraw}
      >
        <p>
          {isLast
            ? `${person} has nothing to correct then, and is in review again.`
            : `${person} still has to correct the rest.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}

interface CorrectionActionsProps {
  of: string;
  onChange: () => void;
  onWithdraw: () => void;
}

function CorrectionActions({ of, onChange, onWithdraw }: CorrectionActionsProps) {
  const suffix = <span className="visually-hidden"> – {of}</span>;
  return (
    <div className={`wrap ${styles["waitingActions"]}`}>
      <Button variant="quiet" onClick={onChange}>
        Change{suffix}
      </Button>
      <Button variant="quiet" onClick={onWithdraw}>
        Withdraw{suffix}
      </Button>
    </div>
  );
}

interface ChangeCorrectionProps {
  /** The open correction; its key is the correction's id. */
  draft: CorrectionDraft;
  onClose: () => void;
  onDone: () => void;
}

const changeEntry = ({ key }: CorrectionDraft) => `change ${key}`;

function ChangeForm({ draft: asked, onClose, onDone }: ChangeCorrectionProps) {
  const { violations, attempt, isBusy, send, showViolations, findError } = useSend({
    isInDialog: true,
    hasSummary: true,
  });
  const [draft, setDraft] = useUnsavedEntry(changeEntry(asked), asked);

  const change = async () => {
    const found = findDraftViolations([draft]).map((violation) => ({
      ...violation,
      field: violation.field?.replace("items.0.", "") ?? null,
    }));
    if (found.length > 0) return showViolations(found);
    const outcome = await send({
      document: ChangeCorrectionDocument,
      input: { correctionId: draft.key, reason: draft.reason || "OTHER", note: draft.note.trim() || null },
      done: "The traveller's page was changed",
    });
    if (outcome === "done") onClose();
    if (outcome !== "refused") onDone();
  };

  return (
    <DialogForm submit="Save" onSubmit={change} onCancel={onClose} isBusy={isBusy}>
      <p className="small">The traveller's page shows it at once. No other message is sent.</p>
      <ErrorSummary
        errors={violations.map(({ field, message }) => ({
          fieldId: itemInputId(draft, field === "note" ? "note" : "reason"),
          message,
        }))}
        attempt={attempt}
      />
      <ul className="stack-3">
        <RequestedCorrection
          draft={draft}
          reasonViolation={findError("reason")}
          noteViolation={findError("note")}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      </ul>
    </DialogForm>
  );
}
