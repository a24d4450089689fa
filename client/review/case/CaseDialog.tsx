import { type ComponentProps, useEffect } from "react";
import { Dialog } from "../../components/dialog/Dialog";
import { useCase } from "./useCase";

/** A dialog about the case. Reloads the case on opening, because the page may have been open for a while. */
export function CaseDialog(props: ComponentProps<typeof Dialog>) {
  const { reload } = useCase();
  const { open } = props;
  useEffect(() => {
    if (open) void reload();
  }, [open, reload]);
  return <Dialog {...props} />;
}
