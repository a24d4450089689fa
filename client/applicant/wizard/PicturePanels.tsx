import type { WhileChecking } from "../../file/field/useChecks";
import { ApplicantFileField } from "../form/ApplicantFileField";
import { storedFile } from "../form/applicantForm";
import styles from "../form/Panels.module.css";
import { fieldId, type FileSlot, fileSlots } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";
import { PassportNotice } from "../passport/PassportNotice";
import type { PassportState } from "../passport/passportTexts";
import type { ApplicantFilesState, UploadLimits } from "./useApplicantFiles";

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

/** One of the three single files, with the stored file when an applicant is edited. */
function SlotField({ slot, files, choose, errors, limits, before, ...rest }: SlotFieldProps) {
  return (
    <ApplicantFileField
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

export function PhotoPanel(props: SlotFieldsProps) {
  return <SlotField {...props} slot="profileFile" />;
}

export function PassportPanel({ reading, ...props }: SlotFieldsProps & { reading: PassportState }) {
  return (
    <div className={styles["stack"]}>
      <SlotField {...props} slot="passportFrontFile" />
      <PassportNotice state={reading} />
      <SlotField {...props} slot="passportBackFile" />
    </div>
  );
}
