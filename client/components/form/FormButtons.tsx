import type { ComponentProps, ReactNode } from "react";
import { Button, ButtonGroup } from "../Button";

interface FormButtonsProps extends Omit<ComponentProps<typeof Button>, "children"> {
  cancel?: string;
  onCancel: () => void;
  submit: ReactNode;
}

/** The buttons that end a form. Other props are those of the button that sends it. */
export function FormButtons({ cancel = "Cancel", onCancel, submit, ...rest }: FormButtonsProps) {
  return (
    <ButtonGroup>
      <Button variant="secondary" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" {...rest}>
        {submit}
      </Button>
    </ButtonGroup>
  );
}
