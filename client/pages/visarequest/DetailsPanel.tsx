import type { ChangeEvent } from "react";
import { Controller } from "react-hook-form";
import {
  detailLabels,
  genders,
  maxPassportNumberLength,
  titles,
  travelerTypes,
  type ApplicantField,
} from "../../../server/modules/applicant/applicant.rules";
import { DateField, type CalendarDays } from "../../components/DateField/DateField";
import { Field } from "../../components/Field";
import { MultiFileField } from "../../components/FileField/MultiFileField";
import type { WhileChecking } from "../../components/FileField/useChecks";
import { SelectInput } from "../../components/SelectInput";
import { TextArea } from "../../components/TextArea";
import { TextInput } from "../../components/TextInput";
import { addYears } from "../../lib/days";
import { genderWords, travelerWords } from "../visaapplicants/applicantWords";
import styles from "./Panels.module.css";
import type { ApplicantFilesState, UploadLimits } from "./useApplicantFiles";
import type { DetailsForm } from "./useDetailsForm";
import { fieldId } from "./wizardSteps";

type DateFieldName = "dateOfBirth" | "passportIssueDate" | "passportExpireDate";
type CalendarBounds = Omit<CalendarDays, "today">;

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
  const { form, warnings, today } = details;
  const { register } = form;
  const frame = (field: ApplicantField) => ({
    id: fieldId(field),
    label: detailLabels[field],
    error: form.formState.errors[field]?.message,
  });
  const noteOn = (field: ApplicantField) => warnings.find((warning) => warning.field === field)?.message;

  const dateField = (field: DateFieldName, calendar: CalendarBounds) => (
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
          note={noteOn(field)}
          autoComplete={field === "dateOfBirth" ? "bday" : undefined}
          calendar={{ ...calendar, today }}
        />
      )}
    />
  );

  return (
    <form noValidate className={styles["fields"]} onSubmit={(event) => event.preventDefault()}>
      <fieldset className={styles["group"]}>
        <legend>Traveller, as in the passport</legend>
        <Field {...frame("title")} className={styles["alone"]}>
          {(control) => (
            <SelectInput
              {...control}
              {...register("title", {
                onChange: (event: ChangeEvent<HTMLSelectElement>) =>
                  details.suggestGenderFor(event.target.value),
              })}
              autoComplete="honorific-prefix"
            >
              {titles.map((title) => (
                <option key={title}>{title}</option>
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
        <Field {...frame("gender")} hint={noteOn("gender") ?? "Follows the title; change it if need be"}>
          {(control) => (
            <SelectInput {...control} {...register("gender")} required autoComplete="sex">
              {genders.map((gender) => (
                <option key={gender} value={gender}>
                  {genderWords[gender]}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        {dateField("dateOfBirth", { from: "1900-01-01", to: today, opensAt: addYears(today, -30) })}
      </fieldset>
      <fieldset className={styles["group"]}>
        <legend>Passport</legend>
        <PassportNumberField details={details} frame={frame("passportNumber")} />
        {dateField("passportIssueDate", { from: addYears(today, -20), to: today, opensAt: today })}
        {dateField("passportExpireDate", {
          from: addYears(today, -10),
          to: addYears(today, 20),
          opensAt: today,
        })}
      </fieldset>
      <fieldset className={styles["group"]}>
        <legend>Category and nationality</legend>
        <Field {...frame("travelerType")} hint="By age on the day of travel" className={styles["alone"]}>
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
        <Field {...frame("nationality")}>
          {(control) => <TextInput {...control} {...register("nationality")} autoCapitalize="characters" />}
        </Field>
        <Field {...frame("passportCountry")}>
          {(control) => (
            <TextInput {...control} {...register("passportCountry")} autoCapitalize="characters" />
          )}
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
    <Field
      {...props.frame}
      hint={(isTyped && warning) || "Letters and digits, 9 at most"}
      className={styles["alone"]}
    >
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
