import type { ChangeEvent } from "react";
import { Controller } from "react-hook-form";
import {
  type ApplicantField,
  detailLabels,
  genders,
  maxPassportNumberLength,
  titles,
} from "../../../server/modules/applicant/applicant.rules";
import { travelerTypes } from "../../../server/modules/visaRequest/pricing.rules";
import { type CalendarDays, DateField } from "../../components/DateField/DateField";
import { Field } from "../../components/form/Field";
import { SelectInput, TextArea, TextInput } from "../../components/form/inputs";
import { addYears } from "../../lib/days";
import { genderLabels, travelerLabels } from "../applicantLabels";
import { PassportNumberInput } from "./PassportNumberInput";
import type { DetailsForm } from "./useDetailsForm";

type DateFieldName = "dateOfBirth" | "passportIssueDate" | "passportExpireDate";

interface DetailFieldProps {
  details: DetailsForm;
  field: ApplicantField;
  id: string;
  /** In place of the usual one, where there is one. */
  hint?: string;
  className?: string;
}

const isDate = (field: ApplicantField): field is DateFieldName =>
  field === "dateOfBirth" || field === "passportIssueDate" || field === "passportExpireDate";

const hints: Partial<Record<ApplicantField, string>> = {
  travelerType: "By age on the day of travel",
  passportNumber: "Letters and digits, 9 at most",
};

/** What staff would send back at this field; of a number that is still being typed nothing is said. */
function findWarning({ warnings, tidied }: DetailsForm, field: ApplicantField): string | undefined {
  if (field === "passportNumber" && tidied.passportNumber.length < maxPassportNumberLength - 1)
    return undefined;
  return warnings.find((warning) => warning.field === field)?.message;
}

/** An input with its label, its hint and what is wrong with it, as the wizard and the corrections ask for it. */
export function DetailField({ details, field, id, hint, className }: DetailFieldProps) {
  const { form } = details;
  const error = form.formState.errors[field]?.message;
  const frame = { id, label: detailLabels[field], error, className };
  if (isDate(field)) return <DayField details={details} field={field} id={id} />;

  return (
    <Field
      {...frame}
      hint={findWarning(details, field) ?? hint ?? hints[field]}
      optional={field === "comments"}
    >
      {(control) => {
        const input = { ...control, ...form.register(field) };
        if (field === "title")
          return (
            <SelectInput
              {...control}
              {...form.register("title", {
                onChange: (event: ChangeEvent<HTMLSelectElement>) =>
                  details.suggestGenderFor(event.target.value),
              })}
              autoComplete="honorific-prefix"
            >
              {titles.map((title) => (
                <option key={title}>{title}</option>
              ))}
            </SelectInput>
          );
        if (field === "gender")
          return (
            <SelectInput {...input} required autoComplete="sex">
              {genders.map((gender) => (
                <option key={gender} value={gender}>
                  {genderLabels[gender]}
                </option>
              ))}
            </SelectInput>
          );
        if (field === "travelerType")
          return (
            <SelectInput {...input}>
              <option value="">By date of birth</option>
              {travelerTypes.map((type) => (
                <option key={type} value={type}>
                  {travelerLabels[type]}
                </option>
              ))}
            </SelectInput>
          );
        if (field === "passportNumber") return <PassportNumberInput form={form} control={control} />;
        if (field === "comments") return <TextArea {...input} rows={3} />;
        if (field === "nationality" || field === "passportCountry")
          return <TextInput {...input} autoCapitalize="characters" />;
        const autoComplete = field === "firstName" ? "given-name" : "family-name";
        return <TextInput {...input} required autoComplete={autoComplete} spellCheck={false} />;
      }}
    </Field>
  );
}

function DayField({ details, field, id }: { details: DetailsForm; field: DateFieldName; id: string }) {
  const { form, today } = details;
  const calendars: Record<DateFieldName, CalendarDays> = {
    dateOfBirth: { from: "1900-01-01", to: today, opensAt: addYears(today, -30), today },
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
          label={detailLabels[field]}
          error={form.formState.errors[field]?.message}
          ref={ref}
          value={value}
          onChange={(day) => {
            onChange(day);
            if (field === "dateOfBirth") details.suggestCategory(day);
          }}
          onBlur={onBlur}
          note={findWarning(details, field)}
          autoComplete={field === "dateOfBirth" ? "bday" : undefined}
          calendar={calendars[field]}
        />
      )}
    />
  );
}
