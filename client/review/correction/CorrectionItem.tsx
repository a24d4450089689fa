import { maxAnswerLength } from "../../../server/modules/applicant/documents/answers.rules";
import { ApplicantFileField } from "../../applicant/form/ApplicantFileField";
import { storedFile } from "../../applicant/form/applicantForm";
import { DetailField } from "../../applicant/form/DetailField";
import { fileSlotNames, fileSlots } from "../../applicant/form/wizardSteps";
import { findPhotoRules } from "../../applicant/photo/findPhotoRules";
import { PhotoChecklist } from "../../applicant/photo/PhotoChecklist";
import { usePhotoCheck } from "../../applicant/photo/usePhotoCheck";
import { FieldError, TextField } from "../../components/form/inputs";
import { FilePreview } from "../../file/field/FilePreview";
import type { PreparedFile } from "../../file/field/prepareFile";
import { type PictureRequirement, visaRuleLine } from "../../file/fileRuleLine";
import { unansweredMessage } from "./correctionErrors";
import {
  asItIsInputId,
  type Correction,
  correctionInputId,
  findDocument,
  findField,
  findQuestion,
  nameOfCorrection,
  findUploadPurpose,
} from "./correctionTargets";
import { correctionReasonSentences } from "./correctionReasons";
import styles from "./Corrections.module.css";
import type { FollowedApplicantFragment } from "./operations.generated";
import type { CorrectionFormState } from "./useCorrectionForm";

interface CorrectionItemProps {
  correction: Correction;
  applicant: FollowedApplicantFragment;
  form: CorrectionFormState;
  requirements: readonly PictureRequirement[];
  onStoredImageError: () => void;
}

export function CorrectionItem({ correction, applicant, form, ...rest }: CorrectionItemProps) {
  const { correctionId, reason, note } = correction;
  const { fields, texts, write } = form.answers;
  const name = nameOfCorrection(correction, applicant);
  const id = correctionInputId(correctionId);
  const field = findField(correction);
  const document = findDocument(correction, applicant);
  const question = findQuestion(correction, applicant);
  const isMissing = !field && findUploadPurpose(correction) === "DOCUMENT" && !document;
  const findSentence = () => {
    // No sentence, because the note already gives the reason.
    if (note && (question || reason === "OTHER")) return undefined;
    if (question) return question.answer ? "Please check your answer." : "We need your answer.";
    return isMissing ? "We have not received this document." : correctionReasonSentences[reason];
  };
  const sentence = findSentence();
  return (
    <li className={`stack-3 ${styles["item"]}`}>
      <h4 className="text-l anywhere">{name}</h4>
      <div className={`stack-1 ${styles["why"]}`}>
        {sentence && <p>{sentence}</p>}
        {note && (
          <p>
            <span className={styles["who"]}>Our staff say: </span>
            {note}
          </p>
        )}
      </div>
      {field ? (
        <div className={styles["field"]}>
          <DetailField details={fields.details} field={field} id={id} />
          {fields.isUnchanged(correctionId) && <RightAsItIs correctionId={correctionId} form={form} />}
        </div>
      ) : question ? (
        <TextField
          id={id}
          className={styles["field"]}
          label="Your answer"
          error={form.problem?.violations.find((one) => one.correctionId === correctionId)?.message}
          value={texts[correctionId] ?? ""}
          maxLength={maxAnswerLength}
          onText={(text) => write(correctionId, text)}
        />
      ) : (
        <FileAnswer {...rest} id={id} correction={correction} applicant={applicant} form={form} />
      )}
    </li>
  );
}

/** For an unchanged value: lets the traveller confirm that it is right. */
function RightAsItIs({ correctionId, form }: { correctionId: string; form: CorrectionFormState }) {
  const id = asItIsInputId(correctionId);
  const { isRightAsItIs, sayRight } = form.answers.fields;
  const error = form.problem?.violations.find(
    (one) => one.correctionId === correctionId && one.message === unansweredMessage,
  );
  return (
    <>
      <label className="choice">
        <input
          id={id}
          type="checkbox"
          className="tick"
          aria-invalid={Boolean(error)}
          aria-describedby={error && `${id}-error`}
          checked={isRightAsItIs(correctionId)}
          onChange={({ target }) => sayRight(correctionId, target.checked)}
        />
        It is right as it is
      </label>
      {error && <FieldError id={`${id}-error`} error={error.message} />}
    </>
  );
}

function FileAnswer(props: CorrectionItemProps & { id: string }) {
  const { id, correction, applicant, form, requirements } = props;
  const { correctionId } = correction;
  const { chosen, choose } = form.answers;
  const purpose = findUploadPurpose(correction) ?? "DOCUMENT";
  const slot = fileSlotNames.find((name) => fileSlots[name].purpose === purpose);
  const name = nameOfCorrection(correction, applicant);
  const earlier = slot ? storedFile(applicant, slot) : findDocument(correction, applicant);
  const violation = form.problem?.violations.find((one) => one.correctionId === correctionId);
  const photoRules = findPhotoRules(requirements);
  const value = chosen[correctionId];
  const photo = usePhotoCheck({
    present: purpose === "PHOTO" ? value : undefined,
    replace: (cropped) => choose(correctionId, cropped),
    rules: photoRules,
  });
  const take = (prepared: PreparedFile | undefined) => {
    choose(correctionId, prepared);
    if (purpose === "PHOTO") photo.take(prepared);
  };
  return (
    <div className={`stack-4 ${styles["papers"]}`}>
      {earlier && (
        <div className={styles["earlier"]}>
          <FilePreview
            label={`${name}, as sent before`}
            stored={earlier}
            onStoredImageError={props.onStoredImageError}
          />
        </div>
      )}
      <ApplicantFileField
        id={id}
        purpose={purpose}
        rules={visaRuleLine(purpose, requirements)}
        photoRules={photoRules}
        label={earlier ? `New ${name.charAt(0).toLowerCase()}${name.slice(1)}` : "The missing document"}
        hint={purpose === "DOCUMENT" ? "Accepted: .jpg, .jpeg, .pdf, .png. One file." : undefined}
        value={value}
        onChange={take}
        onRefused={() => choose(correctionId, value)}
        error={violation?.message}
        whileChecking={form.whileChecking}
      />
      {purpose === "PHOTO" && (
        <PhotoChecklist
          state={photo.state}
          photo={value}
          rules={photoRules}
          whileChecking={form.whileChecking}
          onCropped={take}
        />
      )}
    </div>
  );
}
