import type { WhileChecking } from "../../file/field/useChecks";
import type { ApplicantPartsFragment } from "../operations.generated";
import { PaperField } from "../form/DocumentField";
import { storedFile } from "../form/storedFile";
import type { ApplicantFilesState, UploadLimits } from "./useApplicantFiles";
import { fieldId, fileSlots, type FileSlot } from "../form/wizardSteps";

export interface SlotFieldsProps {
  files: ApplicantFilesState;
  choose: ApplicantFilesState["choose"];
  errors: Partial<Record<FileSlot, string>>;
  limits: UploadLimits;
  whileChecking: WhileChecking;
  before: ApplicantPartsFragment | undefined;
  onStoredImageError: () => void;
}

interface SlotFieldProps extends SlotFieldsProps {
  slot: FileSlot;
}

/** One of the three single files, with what the server keeps of it where an applicant is edited. */
export function SlotField({ slot, files, choose, errors, limits, before, ...rest }: SlotFieldProps) {
  return (
    <PaperField
      {...rest}
      id={fieldId(slot)}
      purpose={fileSlots[slot].purpose}
      value={files.files.chosen[slot]}
      onChange={(prepared) => choose(slot, prepared)}
      stored={before && storedFile(before, slot)}
      error={errors[slot]}
      maxFileBytes={limits.maxFileBytes}
    />
  );
}
