import type { StaffApplicantPartsFragment } from "./case/operations.generated";

export interface ApplicantDialogProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  open: boolean;
  onClose: () => void;
  /** Called after the action succeeded, or after it was rejected because the case had changed. */
  onDone: () => void;
}
