import type { ReactNode } from "react";
import { FormButtons } from "./FormButtons";
import { Form } from "./inputs";

interface DialogFormProps {
  submit: string;
  onSubmit: () => unknown;
  onCancel: () => void;
  isBusy: boolean;
  /** Set while an input is still being checked. */
  disabled?: boolean;
  /** Whether the submit button is styled as irreversible. */
  isFinal?: boolean;
  children: ReactNode;
}

/** A form in a dialog: its fields, then the buttons that cancel and send it. */
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
