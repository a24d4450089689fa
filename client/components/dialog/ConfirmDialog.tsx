import type { ReactNode } from "react";
import { useAttempt } from "../../lib/useAttempt";
import type { ButtonVariant } from "../Button";
import { InlineAlert } from "../feedback/InlineAlert";
import { FormButtons } from "../form/FormButtons";
import { Dialog } from "./Dialog";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  keep: string;
  confirm: string;
  variant?: ButtonVariant;
  /** Runs the action. Returns an error message, or undefined if it succeeded. */
  act: () => Promise<string | undefined>;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, keep, confirm, variant = "danger", act } = props;
  const { problem, isBusy, attempt, clear } = useAttempt();
  const close = () => {
    clear();
    onClose();
  };
  const onConfirm = async () => {
    if (await attempt(act)) onClose();
  };

  return (
    <Dialog open={open} onClose={close} title={title}>
      <div className="stack-4">
        {children}
        {problem && <InlineAlert>{problem}</InlineAlert>}
        <FormButtons
          cancel={keep}
          onCancel={close}
          submit={confirm}
          type="button"
          variant={variant}
          busy={isBusy}
          onClick={() => void onConfirm()}
        />
      </div>
    </Dialog>
  );
}
