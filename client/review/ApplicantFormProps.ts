import type { StaffApplicantPartsFragment } from "./case/operations.generated";
import type { Outcome } from "./case/useCase";

export interface ApplicantFormProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  /** Key of the unsaved input, which survives if the dialog closes because the decision is no longer possible. */
  entry: string;
  onClose: () => void;
  onSent: (outcome: Outcome) => void;
}
