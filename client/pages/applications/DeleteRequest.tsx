import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { eraseDraft } from "../../lib/drafts/draftRecords";
import { useCancelVisaRequestMutation } from "../../visaRequest/operations.generated";
import type { ListedRequestFragment } from "./operations.generated";

interface DeleteRequestProps {
  /** The application to delete; the dialog is open while this is set. */
  request: ListedRequestFragment | undefined;
  userId: string | undefined;
  /** Whether this device has a draft for it. */
  hasDraft: boolean;
  onClose: () => void;
  /** Called after the application was cancelled. */
  onDeleted: (visaRequestId: string) => void;
}

/** Asks before cancelling an application without applicants, which also removes it from the list. */
export function DeleteRequest({ request, userId, hasDraft, onClose, onDeleted }: DeleteRequestProps) {
  const [cancel] = useCancelVisaRequestMutation();
  const announce = useAnnounce();

  const act = async () => {
    if (!request) return undefined;
    const { visaRequestId, visaReferenceNo } = request;
    const { data } = await cancel({ variables: { input: { visaRequestId } } });
    const [refusal] = data?.cancelVisaRequest.userErrors ?? [];
    if (refusal) return refusal.message;
    if (userId) await eraseDraft({ userId, visaRequestId });
    announce(`Application ${visaReferenceNo} was deleted`);
    onDeleted(visaRequestId);
    return undefined;
  };

  return (
    <ConfirmDialog
      open={Boolean(request)}
      onClose={onClose}
      title="Delete this application?"
      keep="Keep the application"
      confirm="Delete the application"
      act={act}
    >
      <p>
        {request?.visaName}, {request?.visaReferenceNo}: it has no applicants, and nothing was paid. A deleted
        application cannot be brought back.
        {hasDraft && " What you entered for it on this device is erased too."}
      </p>
    </ConfirmDialog>
  );
}
