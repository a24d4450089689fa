import type { ReactNode } from "react";
import { FormButtons } from "../components/form/FormButtons";
import { Form } from "../components/form/inputs";
import type { StaffApplicantPartsFragment } from "./case/operations.generated";

export interface ApplicantDialogProps {
  applicant: StaffApplicantPartsFragment;
  person: string;
  open: boolean;
  onClose: () => void;
  /** Called after the action succeeded, or after it was rejected because the case had changed. */
  onDone: () => void;
}

interface DialogFormProps {
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

export function DialogForm(props: DialogFormProps) {
  const { submit, onSubmit, onCancel, isBusy, disabled, isFinal, children } = props;
  return (
    <Form className="stack-3" onSubmit={onSubmit}>
      {children}
      <FormButtons
        {...{ onCancel, submit, disabled }}
        variant={isFinal ? "danger" : undefined}
        busy={isBusy}
      />
    </Form>
  );
}
