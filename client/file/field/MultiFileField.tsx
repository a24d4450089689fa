import { type ReactNode, useState } from "react";
import { acceptAttribute, fileGuidance } from "../../../server/modules/file/file.rules";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { useFocusOnAttempt } from "../../lib/focusInView";
import { Field } from "../../components/form/inputs";
import { ChosenFiles, type ListedFile } from "./ChosenFiles";
import { DropZone, FileChooser } from "./FileChooser";
import styles from "./FileField.module.css";
import { type Prepared, type PreparedFile, prepareFile } from "./prepareFile";
import { takeWhatFits } from "./takeWhatFits";
import type { WhileChecking } from "./useChecks";

interface MultiFileFieldProps {
  id: string;
  label: string;
  /** True for one of several named documents, whose hint and "optional" are shown once for all of them. */
  isSlot?: boolean;
  /** The accepted files, in one line; shown until a file is chosen. */
  rules?: string | undefined;
  files: ListedFile[];
  onAdd: (files: PreparedFile[]) => void;
  onRemove: (key: string) => void;
  whileChecking: WhileChecking;
  /** Remaining number of files and bytes in one request. */
  room: { files: number; bytes: number };
  error?: string;
  /** Shown next to the chooser, for example another way to answer. */
  beside?: ReactNode;
}

export function MultiFileField(props: MultiFileFieldProps) {
  const { id, label, isSlot = false, files, onRemove, error } = props;
  const { problems, isChecking, take } = useFilesIntake(props);

  return (
    <Field
      id={id}
      label={label}
      optional={!isSlot}
      hint={isSlot ? files.length === 0 && props.rules : fileGuidance.DOCUMENT}
      error={error}
    >
      {(control) => (
        <div className="stack-3">
          <DropZone
            onFiles={take}
            isInvalid={Boolean(error)}
            isBusy={isChecking}
            isFilled={isSlot || files.length > 0}
            isSlot={isSlot}
          >
            <div className={styles["actions"]}>
              <FileChooser
                {...control}
                multiple
                accept={acceptAttribute("DOCUMENT")}
                action={files.length > 0 ? "Add files" : "Choose files"}
                onFiles={take}
              />
              {props.beside}
            </div>
            {!isSlot && <p className={`no-print ${styles["dropHint"]}`}>or drop the files here</p>}
          </DropZone>
          {problems.length > 0 && (
            <div role="alert" className={`stack-1 ${styles["problems"]}`}>
              {problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
            </div>
          )}
          {files.length > 0 && (
            <div>
              {!isSlot && <h3 className={styles["listTitle"]}>Selected files</h3>}
              <ChosenFiles files={files} onRemove={onRemove} chooserId={id} />
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

/** Fits the chosen files and adds those that fit into the request; reports why the others were rejected. */
function useFilesIntake({ id, whileChecking, room, onAdd }: MultiFileFieldProps) {
  const [problems, setProblems] = useState<string[]>([]);
  const [isChecking, setChecking] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useFocusOnAttempt(refusals, id);
  const announce = useAnnounce();

  const take = async (chosen: File[]) => {
    setChecking(true);
    const checked = await whileChecking(prepareAll(chosen));
    setChecking(false);
    const refused = checked.flatMap(({ file, problem }) =>
      problem ? [`${file.name}: ${problem.message}`] : [],
    );
    const { taken, left } = takeWhatFits(
      checked.flatMap(({ ready }) => (ready ? [ready] : [])),
      room,
    );
    setProblems([
      ...refused,
      ...left.map(({ file }) => `${file.name}: too large to send together with the others`),
    ]);
    if (refused.length + left.length > 0) setRefusals((count) => count + 1);
    if (taken.length === 0) return;
    onAdd(taken);
    announce(`${taken.length} ${taken.length === 1 ? "file" : "files"} added`);
  };

  return { problems, isChecking, take: (chosen: File[]) => void take(chosen) };
}

/** Prepares one file after the other, because fitting a picture uses a lot of memory. */
async function prepareAll(chosen: File[]) {
  const prepared: (Prepared & { file: File })[] = [];
  for (const file of chosen) prepared.push({ file, ...(await prepareFile("DOCUMENT", file)) });
  return prepared;
}
