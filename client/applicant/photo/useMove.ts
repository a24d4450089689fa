import { useToast } from "../../components/feedback/ToastProvider";
import { fileKinds } from "../../file/fileKinds";
import { getOriginal, prepareFile } from "../../file/field/prepareFile";
import { type FileSlot, fileSlots } from "../form/wizardSteps";
import type { ApplicantForm } from "../wizard/useApplicantForm";

/** Moves a picture that was chosen for the wrong slot to the right one. */
export function useMove({ files, choose, photoRules, whileChecking }: ApplicantForm) {
  const toast = useToast();
  return async (from: FileSlot, to: FileSlot) => {
    const moved = files.files.chosen[from];
    if (!moved) return;
    const { purpose } = fileSlots[to];
    const { file } = getOriginal(moved.file);
    const { ready, problem } = await whileChecking(prepareFile(purpose, file, photoRules));
    if (problem) return toast.error(problem.message);
    choose(from, undefined);
    choose(to, ready);
    toast.success(`Moved to: ${fileKinds[purpose].field}`);
  };
}
