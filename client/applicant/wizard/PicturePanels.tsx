import { maxFileBytes } from "../../../server/modules/file/file.rules";
import type { Edit } from "../../file/images/geometry";
import { cropTo } from "../../file/photo/checkPhotoFile";
import type { WhileChecking } from "../../file/field/useChecks";
import { visaRuleLine } from "../../file/fileRuleLine";
import { ApplicantFileField } from "../form/ApplicantFileField";
import { storedFile } from "../form/applicantForm";
import type { Requirement } from "../form/requiredSlots";
import { fieldId, type FileSlot, fileSlots } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";
import { PhotoChecklist } from "../photo/PhotoChecklist";
import { useMove } from "../photo/useMove";
import type { PictureChecks } from "../photo/usePictureChecks";
import { PassportNotice } from "../passport/PassportNotice";
import type { ApplicantFilesState } from "./useApplicantFiles";

export interface SlotFieldsProps {
  files: ApplicantFilesState;
  choose: ApplicantFilesState["choose"];
  errors: Partial<Record<FileSlot, string>>;
  whileChecking: WhileChecking;
  before: ApplicantPartsFragment | undefined;
  requirements: readonly Requirement[];
  onStoredImageError: () => void;
}

interface SlotFieldProps extends SlotFieldsProps {
  slot: FileSlot;
}

/** One of the three single files, with the stored file when an applicant is edited. */
function SlotField({ slot, files, choose, errors, before, requirements, ...rest }: SlotFieldProps) {
  const kind = slot === "profileFile" ? "PHOTO" : "PASSPORT";
  // The passport's front page has the data that authorities ask for.
  const requirement = slot !== "passportBackFile" && requirements.find((one) => one.kind === kind);
  return (
    <ApplicantFileField
      {...rest}
      id={fieldId(slot)}
      purpose={fileSlots[slot].purpose}
      rules={visaRuleLine((requirement || undefined)?.fileRules)}
      value={files.files.chosen[slot]}
      onChange={(prepared) => choose(slot, prepared)}
      stored={before && storedFile(before, slot)}
      error={errors[slot]}
      maxFileBytes={maxFileBytes}
    />
  );
}

interface PanelProps extends SlotFieldsProps {
  checks: PictureChecks;
}

export function PhotoPanel({ checks: { photo }, ...props }: PanelProps) {
  const move = useMove(props);
  const { choose, files } = props;
  const crop = async (edit: Edit) => {
    const present = files.files.chosen.profileFile;
    const cropped = present && (await props.whileChecking(cropTo(present, edit)));
    if (cropped) choose("profileFile", cropped);
  };
  return (
    <>
      <SlotField {...props} slot="profileFile" />
      <PhotoChecklist
        state={photo.state}
        onCrop={(edit) => void crop(edit)}
        onUseAsPassport={() => void move("profileFile", "passportFrontFile")}
      />
    </>
  );
}

export function PassportPanel({ checks: { passport, isPageAPortrait }, ...props }: PanelProps) {
  const move = useMove(props);
  return (
    <div className="stack-4">
      <SlotField {...props} slot="passportFrontFile" />
      <PassportNotice
        state={passport.state}
        onUseAsPhoto={isPageAPortrait ? () => void move("passportFrontFile", "profileFile") : undefined}
      />
      <SlotField {...props} slot="passportBackFile" />
    </div>
  );
}
