import type { ReactNode } from "react";
import { Button } from "../components/Button";
import { ButtonGroup } from "../components/ButtonGroup";
import type { StaffApplicantPartsFragment } from "./case/operations.generated";
import styles from "./DialogForm.module.css";

/** What each dialog about one traveller gets. */
export interface ApplicantDialogProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  open: boolean;
  onClose: () => void;
  /** It was sent, or the case had changed meanwhile. */
  onDone: () => void;
}

interface DialogFormProps {
  /** What the button says that sends it. */
  submit: string;
  onSubmit: () => Promise<void>;
  onCancel: () => void;
  isBusy: boolean;
  /** While something is still being looked at that would be sent. */
  disabled?: boolean;
  /** Drawn as something that cannot be taken back. */
  isFinal?: boolean;
  children: ReactNode;
}

/** The form in a dialog of the staff console, with its way back and its way on. */
export function DialogForm({
  submit,
  onSubmit,
  onCancel,
  isBusy,
  disabled,
  isFinal,
  children,
}: DialogFormProps) {
  return (
    <form
      noValidate
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      <ButtonGroup>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={isFinal ? "danger" : undefined} busy={isBusy} disabled={disabled}>
          {submit}
        </Button>
      </ButtonGroup>
    </form>
  );
}
