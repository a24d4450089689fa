import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { useAnnounce } from "../components/feedback/ToastProvider";
import { findProblem } from "../lib/errorMessage";
import { type ApplicantPartsFragment, useRemoveVisaApplicantMutation } from "./operations.generated";

interface RemoveApplicantProps {
  /** The applicant to remove; the dialog is open while this is set. */
  applicant: ApplicantPartsFragment | undefined;
  onClose: () => void;
  /** Called after the removal, before the dialog closes. */
  onRemoved: () => void;
}

export function RemoveApplicant({ applicant, onClose, onRemoved }: RemoveApplicantProps) {
  const [remove] = useRemoveVisaApplicantMutation();
  const announce = useAnnounce();
  const name = `${applicant?.firstName ?? ""} ${applicant?.lastName ?? ""}`;

  const act = async () => {
    if (!applicant) return undefined;
    const { visaApplicantId } = applicant;
    const problem = findProblem(await remove({ variables: { input: { visaApplicantId } } }));
    if (problem) return problem;
    announce(`${name} was removed`);
    onRemoved();
    return undefined;
  };

  return (
    <ConfirmDialog
      open={Boolean(applicant)}
      onClose={onClose}
      title={`Remove ${name}?`}
      keep="Keep"
      confirm="Remove"
      act={act}
    >
      <p>The details, photo, passport pages and files are erased. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
