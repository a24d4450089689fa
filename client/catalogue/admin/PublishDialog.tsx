import { useState } from "react";
import { Button } from "../../components/Button";
import { ButtonGroup } from "../../components/ButtonGroup";
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

/** Asks before publishing or unpublishing, and explains the consequences. */
export function PublishDialog({ open, onClose, name, kind, isOn, isBusy, save }: PublishDialogProps) {
  const [problem, setProblem] = useState<string>();
  const toast = useToast();

  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const confirm = async () => {
    setProblem(undefined);
    const { isSaved, violations, conflict } = await save(!isOn);
    if (!isSaved) return setProblem(conflict ?? violations[0]?.message ?? "Please try again");
    close();
    toast.success(isOn ? `${name} is unpublished` : `${name} is published`);
  };

  return (
    <Dialog open={open} onClose={close} title={isOn ? `Unpublish ${name}?` : `Publish ${name}?`}>
      <div className={styles["dialog"]}>
        {isOn ? (
          <ul className={styles["meaning"]}>
            <li>
              {kind === "country" ? "The country and all its visas disappear" : "The visa disappears"} at once
              from pages, search, sitemap and API; old links no longer work.
            </li>
            <li>Nobody can start a new application for {kind === "country" ? "its visas" : "it"}.</li>
            <li>Applications already started continue at their price.</li>
          </ul>
        ) : (
          <p>
            Travellers see it at once, at the prices shown here
            {kind === "country" ? ", with those of its visas that are published themselves." : "."}
          </p>
        )}
        {problem && <InlineAlert>{problem}</InlineAlert>}
        <ButtonGroup>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button variant={isOn ? "danger" : "primary"} busy={isBusy} onClick={() => void confirm()}>
            {isOn ? "Unpublish" : "Publish"}
          </Button>
        </ButtonGroup>
      </div>
    </Dialog>
  );
}
