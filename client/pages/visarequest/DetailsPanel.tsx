import { Controller } from "react-hook-form";
import {
  detailLabels,
  genders,
  maxPassportNumberLength,
  titles,
  travelerTypes,
  type ApplicantField,
} from "../../../server/modules/applicant/applicant.rules";
import { DateField } from "../../components/DateField/DateField";
import { Field } from "../../components/Field";
import { MultiFileField } from "../../components/FileField/MultiFileField";
import type { WhileChecking } from "../../components/FileField/useChecks";
import { SelectInput } from "../../components/SelectInput";
import { TextArea } from "../../components/TextArea";
import { TextInput } from "../../components/TextInput";
import { genderWords, travelerWords } from "../visaapplicants/applicantWords";
import styles from "./Panels.module.css";
import type { ApplicantFilesState, UploadLimits } from "./useApplicantFiles";
import type { DetailsForm } from "./useDetailsForm";
import { fieldId } from "./wizardSteps";

interface DetailsPanelProps {
  details: DetailsForm;
  files: ApplicantFilesState;
  limits: UploadLimits;
  whileChecking: WhileChecking;
  documentError: string | undefined;
  onDocumentsChanged: () => void;
}

/** The third tab: the traveller as in the passport, and the supporting documents. */
export function DetailsPanel({
  details,
  files,
  limits,
  whileChecking,
  documentError,
  onDocumentsChanged,
}: DetailsPanelProps) {
  const { form, warnings } = details;
  const { register } = form;
  const frame = (field: ApplicantField) => ({
    id: fieldId(field),
    label: detailLabels[field],
    error: form.formState.errors[field]?.message,
  });
  const noteOn = (field: ApplicantField) => warnings.find((warning) => warning.field === field)?.message;

  const dateField = (field: "dateOfBirth" | "passportIssueDate" | "passportExpireDate", note?: string) => (
    <Controller
      control={form.control}
      name={field}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <DateField
          {...frame(field)}
          ref={ref}
          value={value}
          onChange={(day) => {
            onChange(day);
            if (field === "dateOfBirth") details.suggestCategory(day);
          }}
          onBlur={onBlur}
          note={note}
          autoComplete={field === "dateOfBirth" ? "bday" : undefined}
        />
      )}
    />
  );

  return (
    <form noValidate className={styles["fields"]} onSubmit={(event) => event.preventDefault()}>
      <fieldset className={styles["group"]}>
        <legend>Traveller, as in the passport</legend>
        <Field {...frame("title")}>
          {(control) => (
            <SelectInput {...control} {...register("title")} autoComplete="honorific-prefix">
              {titles.map((title) => (
                <option key={title}>{title}</option>
              ))}
            </SelectInput>
          )}
        </Field>
        <Field {...frame("gender")}>
          {(control) => (
            <SelectInput {...control} {...register("gender")} required autoComplete="sex">
              <option value="">Please select</option>
              {genders.map((gender) => (
                <option key={gender} value={gender}>
                  {genderWords[gender]}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        <Field {...frame("firstName")}>
          {(control) => (
            <TextInput
              {...control}
              {...register("firstName")}
              required
              autoComplete="given-name"
              spellCheck={false}
            />
          )}
        </Field>
        <Field {...frame("lastName")}>
          {(control) => (
            <TextInput
              {...control}
              {...register("lastName")}
              required
              autoComplete="family-name"
              spellCheck={false}
            />
          )}
        </Field>
        {dateField("dateOfBirth")}
        <Field {...frame("travelerType")} hint="By age on the day of travel">
          {(control) => (
            <SelectInput {...control} {...register("travelerType")}>
              <option value="">By date of birth</option>
              {travelerTypes.map((type) => (
                <option key={type} value={type}>
                  {travelerWords[type]}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
      </fieldset>
      <fieldset className={styles["group"]}>
        <legend>Passport</legend>
        <PassportNumberField details={details} frame={frame("passportNumber")} />
        <Field {...frame("passportCountry")}>
          {(control) => (
            <TextInput {...control} {...register("passportCountry")} autoCapitalize="characters" />
          )}
        </Field>
        {dateField("passportIssueDate")}
        {dateField("passportExpireDate", noteOn("passportExpireDate"))}
        <Field {...frame("nationality")}>
          {(control) => <TextInput {...control} {...register("nationality")} autoCapitalize="characters" />}
        </Field>
      </fieldset>
      <fieldset className={styles["group"]}>
        <legend>Anything else</legend>
        <Field {...frame("comments")} optional className={styles["full"]}>
          {(control) => <TextArea {...control} {...register("comments")} rows={3} />}
        </Field>
        <div className={styles["full"]}>
          <MultiFileField
            id={fieldId("documentFiles")}
            label="Documents"
            files={files.listed}
            onAdd={(added) => {
              onDocumentsChanged();
              files.addDocuments(added);
            }}
            onRemove={(key) => {
              onDocumentsChanged();
              files.removeDocument(key);
            }}
            maxFileBytes={limits.maxFileBytes}
            whileChecking={whileChecking}
            room={files.room}
            error={documentError}
          />
        </div>
      </fieldset>
    </form>
  );
}

/** As a passport writes it: capitals without gaps, nine at most. A paste is tidied before the limit cuts it. */
const tidyNumber = (text: string) => text.replace(/\s/g, "").toUpperCase().slice(0, maxPassportNumberLength);

function PassportNumberField(props: {
  details: DetailsForm;
  frame: { id: string; label: string; error: string | undefined };
}) {
  const { form, warnings, tidied } = props.details;
  const registered = form.register("passportNumber");
  const isTyped = tidied.passportNumber.length >= maxPassportNumberLength - 1;
  const warning = warnings.find(({ field }) => field === "passportNumber")?.message;
  return (
    <Field {...props.frame} hint={(isTyped && warning) || "Letters and digits, 9 at most"}>
      {(control) => (
        <TextInput
          {...control}
          {...registered}
          className={styles["passportNumber"]}
          required
          maxLength={maxPassportNumberLength}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            const input = event.target;
            const caret = input.selectionStart;
            const typed = tidyNumber(input.value);
            if (typed !== input.value) {
              input.value = typed;
              input.setSelectionRange(caret, caret);
            }
            void registered.onChange(event);
          }}
          onPaste={(event) => {
            event.preventDefault();
            const { selectionStart: from, selectionEnd: to, value } = event.currentTarget;
            const pasted = event.clipboardData.getData("text");
            const typed = tidyNumber(value.slice(0, from ?? 0) + pasted + value.slice(to ?? value.length));
            form.setValue("passportNumber", typed, { shouldValidate: form.formState.isSubmitted });
          }}
        />
      )}
    </Field>
  );
}
