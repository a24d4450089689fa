import { useState } from "react";
import { mayApplicantMove } from "../../../server/modules/applicant/applicantStatus.rules";
import { Button } from "../../components/Button";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
import styles from "../case/Travellers.module.css";
import { CorrectionDialog } from "../correction/CorrectionDialog";
import { ApproveDialog } from "./ApproveDialog";
import { RejectDialog } from "./RejectDialog";

interface DecisionsProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  /** Called after a decision, when this component may no longer exist. */
  onDecided: () => void;
}

/** The possible decisions on an applicant, each in its own dialog. */
export function Decisions({ applicant, person, onDecided }: DecisionsProps) {
  const status = applicant.visaApplicant.visaApplicantStatus;
  const [open, setOpen] = useState<"correction" | "approve" | "reject">();
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    onDecided();
  };

  const dialog = { applicant, person, onClose: close, onDone: done };
  return (
    <>
      <div className={styles["decisions"]}>
        {mayApplicantMove(status, "ACTION_REQUIRED") && (
          <Button variant="secondary" onClick={() => setOpen("correction")}>
            Ask for corrections
          </Button>
        )}
        {mayApplicantMove(status, "APPROVED") && <Button onClick={() => setOpen("approve")}>Approve</Button>}
        {mayApplicantMove(status, "REJECTED") && (
          <Button variant="secondary" onClick={() => setOpen("reject")}>
            Reject
          </Button>
        )}
      </div>
      <CorrectionDialog {...dialog} open={open === "correction"} />
      <ApproveDialog {...dialog} open={open === "approve"} />
      <RejectDialog {...dialog} open={open === "reject"} />
    </>
  );
}
