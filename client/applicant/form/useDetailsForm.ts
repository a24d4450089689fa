import { useEffect, useEffectEvent, useState } from "react";
import { useForm, useWatch, type FieldErrors, type UseFormReturn } from "react-hook-form";
import {
  checkApplicantDetails,
  findDetailWarnings,
  normaliseDetails,
  type ApplicantDetails,
} from "../../../server/modules/applicant/applicant.rules";
import {
  applicantFieldNames,
  type ApplicantFieldName,
} from "../../../server/modules/applicant/applicantFields.rules";
import { todayInKolkata } from "../../../server/core/day.rules";
import type { ApplicantPartsFragment } from "../operations.generated";
import { blankDetails } from "./applicantForm";
import { useSuggestions } from "./useSuggestions";
import type { FormViolation } from "./wizardSteps";

interface DetailsFormProps {
  before: ApplicantPartsFragment | undefined;
  first: ApplicantPartsFragment | undefined;
  restored: ApplicantDetails | undefined;
  travelDate: string;
  /** Called when a changed field becomes valid. */
  onCorrected: (field: ApplicantFieldName) => void;
}

export function useDetailsForm(props: DetailsFormProps) {
  const { before, first, restored, travelDate, onCorrected } = props;
  const [today] = useState(() => todayInKolkata(new Date()));
  // Values already on the server were confirmed when they were sent.
  const stored = before && normaliseDetails(before);
  const [confirmed, setConfirmed] = useState<Partial<ApplicantDetails>>(stored ?? {});
  const check = (values: ApplicantDetails) => findViolations(values, { today, travelDate, confirmed });

  const form = useForm<ApplicantDetails>({
    defaultValues: restored ?? stored ?? blankDetails(first),
    mode: "onSubmit",
    shouldFocusError: false,
    resolver: (values) => toResult(values, check(values)),
  });
  const values = useWatch({ control: form.control }) as ApplicantDetails;
  const tidied = normaliseDetails(values);
  const violations = check(values);

  useChangedField(form, (name, changed) => {
    if (!check(changed).some(({ field }) => field === name)) onCorrected(name);
  });

  /** Stores the traveller's confirmation that the passport shows this value; a changed value needs a new one. */
  const confirm = (field: ApplicantFieldName, isConfirmed: boolean) => {
    setConfirmed((present) => ({ ...present, [field]: isConfirmed ? tidied[field] : undefined }));
    if (isConfirmed) onCorrected(field);
  };
  const checkAgain = useEffectEvent(() => {
    if (form.formState.isSubmitted) void form.trigger();
  });
  useEffect(() => checkAgain(), [confirmed]);

  /** Shows violations at their fields, which are then revalidated on each change. */
  const showViolations = () => void form.handleSubmit(() => undefined)();

  const setServerViolations = (found: FormViolation[]) => {
    for (const { field, message } of found) {
      const detail = applicantFieldNames.find((name) => name === field);
      if (detail) form.setError(detail, { type: "server", message });
    }
  };

  const suggestions = useSuggestions({ form, before, restored, travelDate });

  return {
    form,
    /** Today in India, `YYYY-MM-DD`. */
    today,
    tidied,
    violations,
    warnings: findDetailWarnings(tidied, travelDate),
    confirm,
    isConfirmed: (field: ApplicantFieldName) => confirmed[field] === tidied[field],
    showViolations,
    setServerViolations,
    /** Fills a field with a suggested value. */
    fill: (field: ApplicantFieldName, value: string) =>
      form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
    ...suggestions,
  };
}

/** Calls `onChange` with the name of each changed field and the details. */
function useChangedField(
  form: UseFormReturn<ApplicantDetails>,
  onChange: (name: ApplicantFieldName, details: ApplicantDetails) => void,
): void {
  const report = useEffectEvent(onChange);
  useEffect(() => {
    const { unsubscribe } = form.watch((changed, { name }) => {
      if (name) report(name, changed as ApplicantDetails);
    });
    return unsubscribe;
  }, [form]);
}

/** Finds invalid details, and unlikely ones that are not confirmed, in the order of the fields. */
function findViolations(
  values: ApplicantDetails,
  {
    today,
    travelDate,
    confirmed,
  }: { today: string; travelDate: string; confirmed: Partial<ApplicantDetails> },
) {
  const details = normaliseDetails(values);
  const found = checkApplicantDetails(details, { today, travelDate });
  const unconfirmed = findDetailWarnings(details, travelDate)
    .filter((warning) => warning.needsConfirmation && confirmed[warning.field] !== details[warning.field])
    .filter(({ field }) => !found.some((violation) => violation.field === field))
    .map(({ field, message }) => ({ field, code: "INVALID" as const, message }));
  return [...found, ...unconfirmed].sort(
    (one, other) => applicantFieldNames.indexOf(one.field) - applicantFieldNames.indexOf(other.field),
  );
}

/** Converts violations to the result that react-hook-form expects of a resolver. */
function toResult(values: ApplicantDetails, violations: ReturnType<typeof findViolations>) {
  if (violations.length === 0) return { values, errors: {} };
  const errors = violations.map(({ field, code, message }) => [field, { type: code, message }]);
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<ApplicantDetails> };
}

export type DetailsForm = ReturnType<typeof useDetailsForm>;
