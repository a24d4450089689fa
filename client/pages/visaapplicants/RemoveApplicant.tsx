import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { InlineAlert } from "../../components/InlineAlert";
import { errorMessage } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import type { ApplicantPartsFragment } from "./applicantParts.generated";
import styles from "./Page.module.css";

interface RemoveApplicantProps {
  /** Whom to remove; the dialog is open while there is somebody. */
  applicant: ApplicantPartsFragment | undefined;
  onClose: () => void;
  /** Removes, and returns what is in the way; undefined where it is done. */
  remove: (applicant: ApplicantPartsFragment) => Promise<string | undefined>;
}

/** Asks before a traveller is taken out of the request, because that cannot be undone. */
export function RemoveApplicant({ applicant, onClose, remove }: RemoveApplicantProps) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const close = () => {
    setFault(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!applicant) return;
    if (isOffline()) return setFault(offlineText);
    setBusy(true);
    const message = await remove(applicant).catch(errorMessage);
    setBusy(false);
    setFault(message);
    if (!message) onClose();
  };

  return (
    <Dialog
      open={Boolean(applicant)}
      onClose={close}
      title={`Remove ${applicant?.firstName ?? ""} ${applicant?.lastName ?? ""}?`}
    >
      <div className={styles["confirm"]}>
        <p>The details, photo, passport pages and files are erased. This cannot be undone.</p>
        {fault && <InlineAlert>{fault}</InlineAlert>}
        <div className={styles["confirmActions"]}>
          <Button variant="secondary" onClick={close}>
            Keep
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void confirm()}>
            Remove
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
