import { useState } from "react";
import { mayApplicantMove } from "../../../server/modules/applicant/applicantStatus.rules";
import { Button } from "../../components/Button";
import { ButtonGroup } from "../../components/ButtonGroup";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
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
      <CorrectionDialog {...dialog} open={open === "correction"} />
      <ApproveDialog {...dialog} open={open === "approve"} />
      <RejectDialog {...dialog} open={open === "reject"} />
    </>
  );
}
