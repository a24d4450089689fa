import { visaRuleLine } from "../../file/fileRuleLine";
import { ApplicantFileField } from "../form/ApplicantFileField";
import { storedFile } from "../form/applicantForm";
import type { Requirement } from "../form/requiredSlots";
import { fieldId, type FileSlot, fileSlots } from "../form/wizardSteps";
import { PhotoChecklist } from "../photo/PhotoChecklist";
import { useMove } from "../photo/useMove";
import { PassportNotice } from "../passport/PassportNotice";
import type { ApplicantForm } from "./useApplicantForm";

interface PanelProps {
  form: ApplicantForm;
  requirements: readonly Requirement[];
  onStoredImageError: () => void;
}

interface SlotFieldProps extends PanelProps {
  slot: FileSlot;
}

/** Panel for the photo or a passport page; shows the stored file if an existing applicant is being edited. */
function SlotField({ slot, form, requirements, onStoredImageError }: SlotFieldProps) {
  const { before, files, choose, photoRules, problem, whileChecking } = form;
  const { purpose } = fileSlots[slot];
  return (
    <ApplicantFileField
      id={fieldId(slot)}
      purpose={purpose}
      rules={visaRuleLine(purpose, requirements)}
      photoRules={photoRules}
      value={files.files.chosen[slot]}
      onChange={(prepared) => choose(slot, prepared)}
      onRefused={() => problem.drop(slot)}
      stored={before && storedFile(before, slot)}
      error={problem.fieldErrors[slot]}
      whileChecking={whileChecking}
      onStoredImageError={onStoredImageError}
    />
  );
}

export function PhotoPanel(props: PanelProps) {
  const { files, choose, photoRules, checks, whileChecking } = props.form;
  const move = useMove(props.form);
  return (
    <>
      <SlotField {...props} slot="profileFile" />
      <PhotoChecklist
        state={checks.photo.state}
        photo={files.files.chosen.profileFile}
        rules={photoRules}
        whileChecking={whileChecking}
        onCropped={(cropped) => choose("profileFile", cropped)}
        onUseAsPassport={() => void move("profileFile", "passportFrontFile")}
      />
    </>
  );
}

export function PassportPanel(props: PanelProps) {
  const { passport, isPageAPortrait } = props.form.checks;
  const move = useMove(props.form);
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
