import { type ReactNode, useRef } from "react";
import { acceptAttribute, fileGuidance, type FilePurpose } from "../../../server/modules/file/file.rules";
import { Button } from "../../components/Button";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { Field } from "../../components/form/Field";
import { Icon } from "../../components/Icon";
import { AdjustPicture } from "./AdjustPicture";
import { DropZone, FileChooser } from "./FileChooser";
import styles from "./FileField.module.css";
import { FilePreview, type StoredFile } from "./FilePreview";
import { adviseOnFile, fittingLabel } from "./fileTexts";
import type { PreparedFile } from "./prepareFile";
import type { WhileChecking } from "./useChecks";
import { useFileIntake } from "./useFileIntake";

interface FileFieldProps {
  id: string;
  label: string;
  /** Replaces the guidance for the purpose. */
  hint?: string;
  purpose: FilePurpose;
  value: PreparedFile | undefined;
  onChange: (value: PreparedFile | undefined) => void;
  /** The file on the server; a chosen file replaces it. */
  stored?: StoredFile;
  onStoredImageError?: () => void;
  error?: string;
  maxFileBytes: number;
  whileChecking: WhileChecking;
  camera: { facing: "user" | "environment"; label: string };
  /** A drawing of a good example. */
  example?: ReactNode;
}

/**
 * One file: chosen, dropped or taken with the camera. It is fitted to the guidance on the device, shown, and
 * can be adjusted.
 */
export function FileField(props: FileFieldProps) {
  const { id, label, purpose, value, onChange, stored, error, maxFileBytes, camera } = props;
  const { whileChecking } = props;
  const intake = useFileIntake({ id, label, purpose, maxFileBytes, whileChecking, onReady: onChange });
  const chooser = useRef<HTMLInputElement>(null);
  const announce = useAnnounce();

  const remove = () => {
    intake.reset();
    onChange(undefined);
    announce(stored ? "The earlier file is kept" : `${label} removed`);
    chooser.current?.focus();
  };

  const shownError = intake.isFitting ? undefined : (intake.problem ?? error);
  const isFilled = Boolean(value ?? stored);
  const isPicture = value !== undefined && value.contentType !== "application/pdf";
  const advice = value && adviseOnFile(purpose, { ...value, size: value.file.size });

  return (
    <Field
      id={id}
      label={label}
      hint={props.hint ?? fileGuidance[purpose]}
      error={shownError}
      // Below the error, so that the error is next to the chooser.
      footer={!isFilled && props.example}
    >
      {(control) => (
        <div className={styles["layout"]}>
          <DropZone
            onFiles={intake.take}
            isInvalid={Boolean(shownError)}
            isBusy={intake.isFitting}
            isFilled={isFilled}
          >
            <div className={styles["shown"]}>
              {intake.isFitting && (
                <p className={styles["fitting"]}>
                  {fittingLabel(purpose)}
                  <span aria-hidden="true" className={styles["fittingBar"]} />
                </p>
              )}
              <FilePreview
                label={label}
                chosen={value}
                stored={value ? undefined : stored}
                onStoredImageError={props.onStoredImageError}
              />
            </div>
            <div className={styles["side"]}>
              {advice && !intake.isFitting && (
                <p className={styles["advice"]}>
                  <Icon name="info" />
                  <span>{advice}.</span>
                </p>
              )}
              <div className={styles["actions"]}>
                {isPicture && (
                  <AdjustPicture
                    purpose={purpose}
                    label={label}
                    value={value}
                    onUse={(edit) => intake.adjust(value, edit)}
                  />
                )}
                <FileChooser
                  touchOnly
                  aria-label={camera.label}
                  accept="image/*"
                  capture={camera.facing}
                  action={isFilled ? "Retake photo" : "Take photo"}
                  isMain={!isFilled}
                  onFiles={intake.take}
                />
                <FileChooser
                  {...control}
                  ref={chooser}
                  accept={acceptAttribute(purpose)}
                  required={!isFilled}
                  action={isFilled ? "Replace" : "Choose file"}
                  onFiles={intake.take}
                />
                {value && (
                  <Button variant="quiet" onClick={remove}>
                    {stored ? "Keep the earlier file" : "Remove"}
                    <span className="visually-hidden"> – {label}</span>
                  </Button>
                )}
              </div>
              {!isFilled && <p className={styles["dropHint"]}>or drop the file here</p>}
            </div>
          </DropZone>
        </div>
      )}
    </Field>
  );
}
