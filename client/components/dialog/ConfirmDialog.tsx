import { useState, type ReactNode } from "react";
import { errorMessage } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import { Button, ButtonGroup } from "../Button";
import { InlineAlert } from "../feedback/InlineAlert";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  keep: string;
  confirm: string;
  /** Runs the action. Returns an error message, or undefined if it succeeded. */
  act: () => Promise<string | undefined>;
}

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
      <div className="stack-4">
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
