import { useRef, useState } from "react";
import type { FilePurpose } from "../../../server/modules/file/file.rules";
import type { PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { useFocusOnAttempt } from "../../lib/focusInView";
import type { Edit } from "../images/geometry";
import { describeFile, fittingLabel } from "./fileTexts";
import { adjustFile, type Prepared, type PreparedFile, prepareFile } from "./prepareFile";
import type { WhileChecking } from "./useChecks";

interface FileIntakeOptions {
  /** The id of the input, which is focused if a file is rejected. */
  id: string;
  label: string;
  purpose: FilePurpose;
  photoRules: PhotoRules | undefined;
  whileChecking: WhileChecking;
  onReady: (prepared: PreparedFile) => void;
  onRefused: (() => void) | undefined;
}

/**
 * Fits a file, or reports why it was rejected. Ignores the result if the user has chosen another file in the
 * meantime.
 */
export function useFileIntake(options: FileIntakeOptions) {
  const { id, label, purpose, photoRules, whileChecking, onReady, onRefused } = options;
  const [problem, setProblem] = useState<string>();
  const [isFitting, setFitting] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useFocusOnAttempt(refusals, id);
  const latest = useRef(0);
  const announce = useAnnounce();

  const wait = async (work: Promise<Prepared>) => {
    latest.current += 1;
    const turn = latest.current;
    setFitting(true);
    announce(fittingLabel(purpose));
    const { ready, problem: found } = await whileChecking(work);
    if (turn !== latest.current) return;
    setFitting(false);
    setProblem(found?.message);
    if (found) {
      onRefused?.();
      announce(`${label}: ${found.message}`);
      setRefusals((count) => count + 1);
    }
    if (!ready) return;
    onReady(ready);
    announce(`${label}: ${ready.file.name}, ${describeFile(ready)}`);
  };

  return {
    problem,
    isFitting,
    take: ([file]: File[]) => {
      if (file) void wait(prepareFile(purpose, file, photoRules));
    },
    adjust: (present: PreparedFile, edit: Edit) => void wait(adjustFile(purpose, present, edit, photoRules)),
    /** Clears the error and ignores the result of a fitting in progress. */
    reset: () => {
      latest.current += 1;
      setFitting(false);
      setProblem(undefined);
    },
  };
}

export type FileIntake = ReturnType<typeof useFileIntake>;
