import { useRef, useState, type ReactNode } from "react";
import { acceptAttribute, fileGuidance, type FilePurpose } from "../../../server/modules/file/file.rules";
import { Button } from "../Button";
import { Field } from "../Field";
import { Icon } from "../Icon";
import { useAnnounce } from "../ToastProvider";
import { DropZone, FileChooser } from "./FileChooser";
import styles from "./FileField.module.css";
import { formatBytes } from "./formatBytes";
import { adviseOnFile } from "./guidance";
import { prepareFile, type PreparedFile } from "./prepareFile";
import { FilePreview, type StoredFile } from "./FilePreview";
import type { WhileChecking } from "./useChecks";

interface FileFieldProps {
  id: string;
  label: string;
  purpose: FilePurpose;
  value: PreparedFile | undefined;
  onChange: (value: PreparedFile | undefined) => void;
  /** What the server keeps already; a chosen file takes its place. */
  stored?: StoredFile;
  onStoredImageError?: () => void;
  error?: string;
  maxFileBytes: number;
  whileChecking: WhileChecking;
  camera: { facing: "user" | "environment"; label: string };
  /** A drawing of how it should look. */
  example?: ReactNode;
}

/** One file: chosen, dropped or taken with the camera, checked on the device, and shown. */
export function FileField(props: FileFieldProps) {
  const { id, label, purpose, value, onChange, stored, error, maxFileBytes, camera } = props;
  const [fault, setFault] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const latest = useRef(0);
  const announce = useAnnounce();

  const take = async ([file]: File[]) => {
    if (!file) return;
    latest.current += 1;
    const turn = latest.current;
    setChecking(true);
    const prepared = await props.whileChecking(prepareFile(purpose, file, maxFileBytes));
    if (turn !== latest.current) return;
    setChecking(false);
    setFault(prepared.fault?.message);
    if (!prepared.ready) return;
    onChange(prepared.ready);
    announce(`${label}: ${file.name}, ${formatBytes(file.size)}, chosen`);
  };

  const remove = () => {
    setFault(undefined);
    onChange(undefined);
    announce(stored ? "The earlier file stays" : `${label} removed`);
    document.getElementById(id)?.focus();
  };

  const onFiles = (files: File[]) => void take(files);
  const shownError = fault ?? error;
  const isFilled = Boolean(value ?? stored);
  const accept = acceptAttribute(purpose);
  const advice = value && adviseOnFile(purpose, { ...value, size: value.file.size });

  return (
    <Field id={id} label={label} hint={fileGuidance[purpose]} error={shownError}>
      {(control) => (
        <div className={styles["layout"]}>
          <DropZone onFiles={onFiles} isInvalid={Boolean(shownError)} isBusy={isChecking}>
            <FilePreview
              label={label}
              chosen={value}
              stored={value ? undefined : stored}
              onStoredImageError={props.onStoredImageError}
            />
            <div className={styles["actions"]}>
              <FileChooser
                {...control}
                accept={accept}
                required={!isFilled}
                action={isFilled ? "Replace" : "Choose file"}
                onFiles={onFiles}
              />
              <FileChooser
                touchOnly
                aria-label={camera.label}
                accept="image/*"
                capture={camera.facing}
                action="Take photo"
                onFiles={onFiles}
              />
              {value && (
                <Button variant="quiet" onClick={remove}>
                  {stored ? "Keep the earlier file" : "Remove"}
                  <span className="visually-hidden"> – {label}</span>
                </Button>
              )}
            </div>
            {!isFilled && <p className={styles["dropHint"]}>or drop the file here</p>}
          </DropZone>
          {!isFilled && props.example}
          {advice && (
            <p className={styles["advice"]}>
              <Icon name="info" />
              <span>{advice}.</span>
            </p>
          )}
        </div>
      )}
    </Field>
  );
}
