import type { StaffApplicantPartsFragment } from "./case/operations.generated";

export interface ApplicantFormProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  onClose: () => void;
  /** Called after the action succeeded, or after it was rejected because the case had changed. */
  onDone: () => void;
}
