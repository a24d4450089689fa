import type { ReactNode } from "react";
import { Button } from "../components/Button";
import { ButtonGroup } from "../components/ButtonGroup";
import type { StaffApplicantPartsFragment } from "./case/operations.generated";
import styles from "./DialogForm.module.css";

/** Common props of dialogs about one applicant. */
export interface ApplicantDialogProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  open: boolean;
  onClose: () => void;
  /** Called after it was sent, or if the case had changed. */
  onDone: () => void;
}

interface DialogFormProps {
  /** Label of the submit button. */
  submit: string;
  onSubmit: () => Promise<void>;
  onCancel: () => void;
  isBusy: boolean;
  /** Set while an input is still being checked. */
  disabled?: boolean;
  /** Styled as irreversible. */
  isFinal?: boolean;
  children: ReactNode;
}

/** A form in a dialog of the staff console, with buttons to cancel and submit. */
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
