import { useState } from "react";
import { cancelledDays } from "../../server/modules/retention/retention.rules";
import { Button } from "../components/Button";
import { ConfirmDialog } from "../components/dialog/ConfirmDialog";
import { useAnnounce } from "../components/feedback/ToastProvider";
import { findProblem } from "../lib/errorMessage";
import { useCancelVisaRequestMutation } from "./operations.generated";

interface CancelRequestProps {
  visaRequestId: string;
  /** Called if the displayed data is outdated. */
  onStale: () => void;
  onCancelled: () => void;
}

export function CancelRequest({ visaRequestId, onStale, onCancelled }: CancelRequestProps) {
  const [isAsking, setAsking] = useState(false);
  const [cancel] = useCancelVisaRequestMutation();
  const announce = useAnnounce();

  const act = async () => {
    const problem = findProblem(await cancel({ variables: { input: { visaRequestId } } }));
    if (problem) {
      onStale();
      return problem;
    }
    onCancelled();
    announce("The application was cancelled");
    return undefined;
  };

  return (
    <div className="no-print">
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Cancel this application
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel this application?"
        keep="Keep the application"
        confirm="Cancel the application"
        act={act}
      >
        <p>
          Nothing was paid, so there is nothing to refund. A cancelled application cannot be resumed; its
          details and files are removed {cancelledDays} days later.
        </p>
      </ConfirmDialog>
    </div>
  );
}
