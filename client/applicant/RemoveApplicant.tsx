import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { useAnnounce } from "../components/feedback/ToastProvider";
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
    const { data } = await remove({ variables: { input: { visaApplicantId } } });
    const [refusal] = data?.removeVisaApplicant.userErrors ?? [];
    if (refusal) return refusal.message;
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
