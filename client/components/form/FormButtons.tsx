import type { ComponentProps, ReactNode } from "react";
import { Button, ButtonGroup } from "../Button";
import { useDialogHold } from "../dialog/dialogHold";

interface FormButtonsProps extends Omit<ComponentProps<typeof Button>, "children"> {
  cancel?: string;
  onCancel: () => void;
  submit: ReactNode;
}

/**
 * The buttons that end a form. Other props go to the submit button. While it is busy, Cancel is disabled and the
 * surrounding dialog stays open.
 */
export function FormButtons({ cancel = "Cancel", onCancel, submit, ...rest }: FormButtonsProps) {
  useDialogHold(Boolean(rest.busy));
  return (
    <ButtonGroup>
      <Button variant="secondary" disabled={rest.busy} onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" {...rest}>
        {submit}
      </Button>
    </ButtonGroup>
  );
}
