import type { StaffApplicantPartsFragment } from "./case/operations.generated";
import type { Outcome } from "./case/useCase";

export interface ApplicantFormProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  /** Key of what was typed. It is kept if the dialog closes because the decision is not possible any more. */
  entry: string;
  onClose: () => void;
  onSent: (outcome: Outcome) => void;
}
