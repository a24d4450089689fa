import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/dialog/Dialog";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { useToast } from "../../components/feedback/ToastProvider";
import styles from "./CountryAdmin.module.css";
import type { SaveOutcome } from "./useCatalogueAdmin";

interface PublishDialogProps {
  open: boolean;
  onClose: () => void;
  name: string;
  kind: "country" | "visa";
  isOn: boolean;
  isBusy: boolean;
  save: (isOn: boolean) => Promise<SaveOutcome>;
}

/** Asks before something is put on offer or taken off it, and says what that means. */
export function PublishDialog({ open, onClose, name, kind, isOn, isBusy, save }: PublishDialogProps) {
  const [fault, setFault] = useState<string>();
  const toast = useToast();

  const close = () => {
    setFault(undefined);
    onClose();
  };
  const confirm = async () => {
    setFault(undefined);
    const { isSaved, faults, conflict } = await save(!isOn);
    if (!isSaved) return setFault(conflict ?? faults[0]?.message ?? "Please try again");
    close();
    toast.success(isOn ? `${name} is off the offer` : `${name} is on offer`);
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={isOn ? `Take ${name} off the offer?` : `Put ${name} on offer?`}
    >
      <div className={styles["dialog"]}>
        {isOn ? (
          <ul className={styles["meaning"]}>
            <li>
              {kind === "country" ? "The country and all its visas disappear" : "The visa disappears"} at once
              from pages, search, sitemap and API; old links say that nothing is there.
            </li>
            <li>Nobody can begin a new application for {kind === "country" ? "its visas" : "it"}.</li>
            <li>Applications that were begun go on, at their price.</li>
          </ul>
        ) : (
          <p>
            Travellers find it at once, at the prices that stand here
            {kind === "country" ? ", with those of its visas that are on offer themselves." : "."}
          </p>
        )}
        {fault && <InlineAlert>{fault}</InlineAlert>}
        <div className={styles["actions"]}>
          <Button variant="secondary" onClick={close}>
            Leave it
          </Button>
          <Button variant={isOn ? "danger" : "primary"} busy={isBusy} onClick={() => void confirm()}>
            {isOn ? "Take off the offer" : "Put on offer"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
