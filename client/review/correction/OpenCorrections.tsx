import { useState } from "react";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { formatDay } from "../../lib/days";
import pageStyles from "../case/Case.module.css";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
import styles from "../case/Travellers.module.css";
import { useCase } from "../case/useCase";
import { ChangeCorrectionDialog } from "./ChangeCorrectionDialog";
import { correctionReasonLabels } from "./correctionReasons";
import { WithdrawCorrectionDocument } from "./operations.generated";
import { type CorrectionDraft, draftOfOpen } from "./requestedCorrections";

interface OpenCorrectionsProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  /** Whether corrections can be changed and withdrawn. */
  canChange: boolean;
  /** Called after a change, when the correction may no longer exist. */
  onChanged: () => void;
}

/** Open corrections of an applicant, with buttons to edit or withdraw them. */
export function OpenCorrections({ applicant, person, canChange, onChanged }: OpenCorrectionsProps) {
  const { run } = useCase();
  const [changing, setChanging] = useState<CorrectionDraft>();
  const [leaving, setLeaving] = useState<CorrectionDraft>();
  const isLast = applicant.corrections.length === 1;

  const withdraw = async () => {
    const violations = await run({
      document: WithdrawCorrectionDocument,
      input: { correctionId: leaving!.key },
      pick: (data) => data.staffWithdrawCorrection,
      done: `${leaving!.name} is no longer asked for`,
    });
    if (violations.length > 0) return violations.map(({ message }) => message).join(" ");
    onChanged();
    return undefined;
  };

  return (
    <div className={styles["waiting"]}>
      <h4>Waiting for the traveller</h4>
      <ul className={styles["waitingList"]}>
        {applicant.corrections.map((correction) => {
          const draft = draftOfOpen(correction, applicant.papers);
          const of = <span className="visually-hidden"> – {draft.name}</span>;
          return (
            <li key={draft.key}>
              <strong>{draft.name}</strong>: {correctionReasonLabels[correction.reason]}
              {correction.note && <> – “{correction.note}”</>}
              <span className={pageStyles["hint"]}> asked on {formatDay(correction.askedAt)}</span>
              {canChange && (
                <div className={styles["waitingActions"]}>
                  <Button variant="quiet" onClick={() => setChanging(draft)}>
                    Change{of}
                  </Button>
                  <Button variant="quiet" onClick={() => setLeaving(draft)}>
                    Withdraw{of}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <ChangeCorrectionDialog
        draft={changing}
        onClose={() => setChanging(undefined)}
        onDone={() => {
          setChanging(undefined);
          onChanged();
        }}
      />
      <ConfirmDialog
        open={leaving !== undefined}
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
