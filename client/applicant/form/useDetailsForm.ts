import { useEffect, useEffectEvent, useState } from "react";
import { useForm, useWatch, type FieldErrors } from "react-hook-form";
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
import { blankDetails, toDetails } from "./applicantForm";
import { useSuggestions } from "./useSuggestions";
import type { FormViolation } from "./wizardSteps";

export function useDetailsForm(given: {
  before: ApplicantPartsFragment | undefined;
  first: ApplicantPartsFragment | undefined;
  restored: ApplicantDetails | undefined;
  travelDate: string;
  /** Called when a changed field becomes valid. */
  onCorrected: (field: ApplicantFieldName) => void;
}) {
  const { before, first, restored, travelDate, onCorrected } = given;
  const [today] = useState(() => todayInKolkata(new Date()));
  // Values already on the server were confirmed when they were sent.
  const [confirmed, setConfirmed] = useState<Partial<ApplicantDetails>>(() =>
    before ? toDetails(before) : {},
  );
  const check = (values: ApplicantDetails) => findViolations(values, { today, travelDate, confirmed });

  const form = useForm<ApplicantDetails>({
    defaultValues: restored ?? (before ? toDetails(before) : blankDetails(first)),
    mode: "onSubmit",
    shouldFocusError: false,
    resolver: (values) => {
      const violations = check(values);
      if (violations.length === 0) return { values, errors: {} };
      const errors = violations.map(({ field, code, message }) => [field, { type: code, message }]);
      return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<ApplicantDetails> };
    },
  });
  const values = useWatch({ control: form.control }) as ApplicantDetails;
  const tidied = normaliseDetails(values);
  const violations = check(values);

  const reportCorrected = useEffectEvent((changed: ApplicantDetails, name: ApplicantFieldName) => {
    if (!check(changed).some(({ field }) => field === name)) onCorrected(name);
  });
  useEffect(() => {
    const { unsubscribe } = form.watch((changed, { name }) => {
      if (name) reportCorrected(changed as ApplicantDetails, name);
    });
    return unsubscribe;
  }, [form]);

  /** Confirms that the passport prints the value like this; a changed value needs it again. */
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
    ...suggestions,
  };
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

export type DetailsForm = ReturnType<typeof useDetailsForm>;
