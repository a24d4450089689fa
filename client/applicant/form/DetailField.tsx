import { addYears } from "../../../server/core/day.rules";
import type { ChangeEvent, ComponentProps, ReactNode } from "react";
import { Controller } from "react-hook-form";
import type { DetailWarning } from "../../../server/modules/applicant/applicant.rules";
import {
  type ApplicantFieldName,
  applicantFields,
  type FieldOfKind,
  getFieldDefinition,
  isOfKind,
  isOptional,
} from "../../../server/modules/applicant/applicantFields.rules";
import { type CalendarDays, DateField } from "../../components/DateField/DateField";
import {
  Field,
  type FieldControlProps,
  SelectInput,
  TextArea,
  TextInput,
} from "../../components/form/inputs";
import { choiceLabel } from "../applicantLabels";
import styles from "./Panels.module.css";
import type { DetailsForm } from "./useDetailsForm";

interface DetailFieldProps {
  details: DetailsForm;
  field: ApplicantFieldName;
  id: string;
  hint?: string;
  className?: string;
  /** Shown below the field. */
  footer?: ReactNode;
}

interface FieldPresentation {
  hint?: string;
  input?: Pick<ComponentProps<"input">, "autoComplete" | "spellCheck">;
  /** Label of the empty option of an optional choice. */
  noChoice?: string;
}

const presentations: Partial<Record<ApplicantFieldName, FieldPresentation>> = {
  title: { input: { autoComplete: "honorific-prefix" } },
  firstName: { input: { autoComplete: "given-name", spellCheck: false } },
  lastName: {
    hint: "With one name only, enter it as both names",
    input: { autoComplete: "family-name", spellCheck: false },
  },
  gender: { input: { autoComplete: "sex" } },
  dateOfBirth: { input: { autoComplete: "bday" } },
  passportNumber: { hint: `Letters and digits, ${applicantFields.passportNumber.maxLength} at most` },
  travelerType: { hint: "By age on the day of travel", noChoice: "By date of birth" },
};

/** Returns the warning about an unlikely value; undefined while a passport number is being typed. */
function findWarning(
  { warnings, tidied, form, isConfirmed }: DetailsForm,
  field: ApplicantFieldName,
): DetailWarning | undefined {
  const isBeingTyped = tidied.passportNumber.length < applicantFields.passportNumber.maxLength - 1;
  const wasAsked = form.formState.errors[field] !== undefined || isConfirmed(field);
  if (field === "passportNumber" && isBeingTyped && !wasAsked) return undefined;
  return warnings.find((warning) => warning.field === field);
}

export function DetailField({ details, field, id, hint, className, footer }: DetailFieldProps) {
  const { form } = details;
  if (isOfKind(field, "day")) return <DayField {...{ details, field, id, hint, footer }} />;
  const definition = getFieldDefinition(field);
  const { hint: usualHint, input: attributes, noChoice } = presentations[field] ?? {};
  const error = form.formState.errors[field]?.message;
  const warning = findWarning(details, field);
  const warningText = warning?.message === error ? undefined : warning?.message;

  return (
    <Field
      id={id}
      label={definition.label}
      error={error}
      className={className}
      hint={warningText ?? hint ?? usualHint}
      optional={isOptional(field)}
      footer={
        <>
          {warning?.needsConfirmation && <ConfirmPrinted details={details} field={field} id={id} />}
          {footer}
        </>
      }
    >
      {(control) => {
        if (isOfKind(field, "code")) return <PassportNumberInput form={form} control={control} />;
        const input = {
          ...control,
          ...form.register(field, { onChange: makeSuggestions(details)[field] }),
          required: definition.missing !== undefined,
        };
        if (isOfKind(field, "choice"))
          return (
            <SelectInput {...input} autoComplete={attributes?.autoComplete}>
              {(noChoice || isOptional(field)) && <option value="">{noChoice ?? "Choose"}</option>}
              {applicantFields[field].choices.map((value) => (
                <option key={value} value={value}>
                  {choiceLabel(field, value)}
                </option>
              ))}
            </SelectInput>
          );
        if (isOfKind(field, "note")) return <TextArea {...input} rows={2} />;
        const isInCapitals = definition.kind === "text" && definition.isInCapitals;
        return (
          <TextInput {...input} {...attributes} autoCapitalize={isInCapitals ? "characters" : undefined} />
        );
      }}
    </Field>
  );
}

/** A check box to confirm that the passport shows an unlikely value. */
function ConfirmPrinted({ details, field, id }: Pick<DetailFieldProps, "details" | "field" | "id">) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        className="tick"
        aria-describedby={`${id}-hint ${id}-error`}
        checked={details.isConfirmed(field)}
        onChange={(event) => details.confirm(field, event.target.checked)}
      />
      It is printed like this in my passport
    </label>
  );
}

type Suggestions = Partial<Record<ApplicantFieldName, (event: ChangeEvent<HTMLInputElement>) => void>>;

function makeSuggestions(details: DetailsForm): Suggestions {
  return {
    title: ({ target }) => details.suggestGenderFor(target.value),
    gender: ({ target }) => details.suggestTitleFor(target.value),
  };
}

function DayField(props: DetailFieldProps & { field: FieldOfKind<"day"> }) {
  const { details, field, id, hint, footer } = props;
  const { form, today } = details;
  const calendars: Record<FieldOfKind<"day">, CalendarDays> = {
    dateOfBirth: {
      from: applicantFields.dateOfBirth.earliest,
      to: today,
      opensAt: addYears(today, -30),
      today,
    },
    passportIssueDate: { from: addYears(today, -20), to: today, opensAt: today, today },
    passportExpireDate: { from: addYears(today, -10), to: addYears(today, 20), opensAt: today, today },
  };
  return (
    <Controller
      control={form.control}
      name={field}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <DateField
          id={id}
          label={applicantFields[field].label}
          error={form.formState.errors[field]?.message}
          ref={ref}
          value={value}
          onChange={(day) => {
            onChange(day);
            if (field === "dateOfBirth") details.suggestCategory(day);
          }}
          onBlur={onBlur}
          note={findWarning(details, field)?.message ?? hint}
          footer={footer}
          autoComplete={presentations[field]?.input?.autoComplete}
          calendar={calendars[field]}
        />
      )}
    />
  );
}

const { maxLength } = applicantFields.passportNumber;

/**
 * Returns the number in capitals without spaces, as printed in passports. Removes spaces first, so that they do not
 * count towards the maximum length.
 */
const tidyNumber = (text: string) => text.replace(/\s/g, "").toUpperCase().slice(0, maxLength);

function PassportNumberInput(props: { form: DetailsForm["form"]; control: FieldControlProps }) {
  const { form, control } = props;
  const registered = form.register("passportNumber");
  return (
    <TextInput
      {...control}
      {...registered}
      className={styles["passportNumber"]}
      required
      maxLength={maxLength}
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
  );
}
