import { useState, type ReactNode } from "react";
import { errorMessage } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import { Button } from "../Button";
import { ButtonGroup } from "../ButtonGroup";
import { InlineAlert } from "../feedback/InlineAlert";
import styles from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What happens, in words. */
  children: ReactNode;
  /** The button that leaves all as it is. */
  keep: string;
  /** The button that does it. */
  confirm: string;
  /** Does it, and answers what is in the way; undefined where it is done. */
  act: () => Promise<string | undefined>;
}

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog({ open, onClose, title, children, keep, confirm, act }: ConfirmDialogProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const onConfirm = async () => {
    if (isOffline()) return setProblem(offlineText);
    setBusy(true);
    const message = await act().catch(errorMessage);
    setBusy(false);
    setProblem(message);
    if (!message) onClose();
  };

  return (
    <Dialog open={open} onClose={close} title={title}>
      <div className={styles["body"]}>
        {children}
        {problem && <InlineAlert>{problem}</InlineAlert>}
        <ButtonGroup>
          <Button variant="secondary" onClick={close}>
            {keep}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void onConfirm()}>
            {confirm}
          </Button>
        </ButtonGroup>
      </div>
    </Dialog>
  );
}
