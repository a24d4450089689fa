import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { acceptAttribute, fileGuidance, type FilePurpose } from "../../../server/modules/file/file.rules";
import type { PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { Button } from "../../components/Button";
import { useAnnounce, useToast } from "../../components/feedback/ToastProvider";
import { Field, type FieldControlProps } from "../../components/form/inputs";
import { Icon } from "../../components/Icon";
import { DropZone, FileChooser } from "./FileChooser";
import styles from "./FileField.module.css";
import { FilePreview, type StoredFile } from "./FilePreview";
import { adviseOnFile, fittingLabel, pictureLabel } from "./fileTexts";
import { getOriginal, type PreparedFile } from "./prepareFile";
import type { WhileChecking } from "./useChecks";
import { type FileIntake, useFileIntake } from "./useFileIntake";
import { Dialog } from "../../components/dialog/Dialog";
import { logFailure } from "../../lib/logFailure";
import type { PictureEditor } from "../editor/PictureEditor";
import { getFitGuide } from "../images/fitGuide";
import type { Edit } from "../images/geometry";

interface FileFieldProps {
  id: string;
  label: string;
  hint?: string;
  /** The visa's own rule, in one line. */
  rules?: string | undefined;
  purpose: FilePurpose;
  /** The visa's rules for a photo. */
  photoRules?: PhotoRules | undefined;
  value: PreparedFile | undefined;
  onChange: (value: PreparedFile | undefined) => void;
  onRefused?: () => void;
  /** The file on the server; a chosen file replaces it. */
  stored?: StoredFile;
  onStoredImageError?: () => void;
  error?: string;
  whileChecking: WhileChecking;
  camera: { facing: "user" | "environment"; label: string };
  example?: ReactNode;
}

/** A field for one file, which the user chooses, drops or takes with the camera. Pictures are fitted on the device. */
export function FileField(props: FileFieldProps) {
  const { id, label, purpose, photoRules, value, stored, whileChecking, onChange, onRefused } = props;
  const intake = useFileIntake({
    id,
    label,
    purpose,
    photoRules,
    whileChecking,
    onReady: onChange,
    onRefused,
  });
  const error = intake.isFitting ? undefined : (intake.problem ?? props.error);
  const isFilled = Boolean(value ?? stored);
  const advice = value && adviseOnFile(purpose, { ...value, size: value.file.size }, photoRules);

  return (
    <Field
      id={id}
      label={label}
      hint={
        <>
          <span>{props.hint ?? fileGuidance[purpose]}</span>
          {props.rules && <strong> {props.rules}</strong>}
        </>
      }
      error={error}
      // The example is below the error, so that the error stays next to the chooser.
      footer={!isFilled && props.example}
    >
      {(control) => (
        <div className="stack-3">
          <DropZone
            onFiles={intake.take}
            isInvalid={Boolean(error)}
            isBusy={intake.isFitting}
            isFilled={isFilled}
          >
            <div className={styles["shown"]}>
              {intake.isFitting && (
                <p className={`stack-2 ${styles["fitting"]}`}>
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
                <p className={`noted ${styles["advice"]}`}>
                  <Icon name="info" />
                  <span>{advice}.</span>
                </p>
              )}
              <FileActions field={props} control={control} intake={intake} />
              {!isFilled && <p className={`no-print ${styles["dropHint"]}`}>or drop the file here</p>}
            </div>
          </DropZone>
        </div>
      )}
    </Field>
  );
}

interface FileActionsProps {
  field: FileFieldProps;
  control: FieldControlProps;
  intake: FileIntake;
}

/** The buttons that adjust, take, choose and remove the file. */
function FileActions({ field, control, intake }: FileActionsProps) {
  const { label, purpose, photoRules, value, onChange, stored, camera } = field;
  const chooser = useRef<HTMLInputElement>(null);
  const announce = useAnnounce();
  const isFilled = Boolean(value ?? stored);
  const isPicture = value !== undefined && value.contentType !== "application/pdf";

  const remove = () => {
    intake.reset();
    onChange(undefined);
    announce(stored ? "The earlier file is kept" : `${label} removed`);
    chooser.current?.focus();
  };

  return (
    <div className={styles["actions"]}>
      {isPicture && (
        <AdjustPicture
          label={label}
          value={value}
          pictureName={pictureLabel(purpose)}
          ratio={getFitGuide(purpose, photoRules).ratio}
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
  );
}

interface AdjustPictureProps extends Pick<ComponentProps<typeof PictureEditor>, "ratio" | "pictureName"> {
  label: string;
  value: PreparedFile;
  onUse: (edit: Edit) => void;
}

/** A button that opens the editor to rotate and crop a picture. The editor is loaded on first use. */
function AdjustPicture({ label, value, ratio, pictureName, onUse }: AdjustPictureProps) {
  const [Editor, setEditor] = useState<typeof PictureEditor>();
  const [isOpen, setOpen] = useState(false);
  const toast = useToast();
  const { file, edit } = getOriginal(value.file);
  const close = () => setOpen(false);

  const open = async () => {
    try {
      const { PictureEditor: loaded } = await import("../editor/PictureEditor");
      setEditor(() => loaded);
      setOpen(true);
    } catch (error) {
      logFailure("load the picture editor", error);
      toast.error("The editor could not be loaded. Check your connection and try again");
    }
  };

  return (
    <>
      <Button variant="secondary" onClick={() => void open()}>
        Adjust<span className="visually-hidden"> – {label}</span>
      </Button>
      <Dialog open={isOpen} onClose={close} title={`Adjust the ${pictureName}`} kind="wide">
        {Editor && (
          <Editor
            file={file}
            edit={edit}
            ratio={ratio}
            pictureName={pictureName}
            onCancel={close}
            onUse={(chosen) => {
              close();
              onUse(chosen);
            }}
          />
        )}
      </Dialog>
    </>
  );
}
