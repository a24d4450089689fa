import { useState } from "react";
import { Button } from "../components/Button";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { useAnnounce } from "../components/ToastProvider";
import { cancelledDays } from "../../server/modules/retention/retention.rules";
import { useCancelVisaRequestMutation } from "./cancelVisaRequest.generated";
import styles from "../pages/visaapplicants/Page.module.css";

interface GiveUpProps {
  visaRequestId: string;
  /** What is shown is not so any more. */
  onStale: () => void;
}

/** Gives an application up that is not paid, once the traveller has said so twice. */
export function GiveUp({ visaRequestId, onStale }: GiveUpProps) {
  const [isAsking, setAsking] = useState(false);
  const [cancel] = useCancelVisaRequestMutation();
  const announce = useAnnounce();

  const act = async () => {
    const { data } = await cancel({ variables: { input: { visaRequestId } } });
    const [refusal] = data?.cancelVisaRequest.userErrors ?? [];
    if (refusal) onStale();
    else announce("The application was given up");
    return refusal?.message;
  };

  return (
    <div className={`no-print ${styles["giveUp"]}`}>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Give up this application
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Give up this application?"
        keep="Keep it"
        confirm="Give it up"
        act={act}
      >
        <p>
          Nothing was paid, so that nothing has to go back. It cannot be taken up again; its details and files
          are removed {cancelledDays} days later.
        </p>
      </ConfirmDialog>
    </div>
  );
}
