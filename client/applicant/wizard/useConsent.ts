import { useState } from "react";
import {
  consentVersion,
  isConsentCurrent,
  neededConsent,
  readConsent,
} from "../../../server/modules/consent/consent.rules";
import type { ConsentField, FormViolation } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";

/** The consent that goes with the form: whose it has to be follows from the date of birth. */
export function useConsent(given: {
  before: ApplicantPartsFragment | undefined;
  /** The travellers that are there already: a guardian of one is likely to be that of the next. */
  others: readonly ApplicantPartsFragment[];
  dateOfBirth: string;
  today: string;
  onChanged: (field: ConsentField) => void;
}) {
  const { before, others, dateOfBirth, today, onChanged } = given;
  const [guardianName, setGuardianName] = useState(
    () =>
      before?.consent?.guardianName ??
      others.findLast(({ consent }) => consent?.guardianName)?.consent?.guardianName ??
      "",
  );
  // The form is not sent without a date of birth.
  const kind = neededConsent(dateOfBirth, today) ?? "APPLICANT";
  const kept = before?.consent;
  const isKept = Boolean(kept && isConsentCurrent(kept, dateOfBirth, today));
  const sent = {
    textVersion: consentVersion,
    guardianName: kind === "GUARDIAN" ? guardianName : undefined,
  };

  const findViolations = (): FormViolation[] => {
    if (isKept) return [];
    const { violations } = readConsent(sent, { dateOfBirth, today });
    return violations.map(({ field, ...violation }) => ({
      field: field === "guardianName" ? field : ("consent" as const),
      ...violation,
    }));
  };

  return {
    kind,
    guardianName,
    /** The one that was given before and still holds; nothing is asked then. */
    kept: isKept ? kept : undefined,
    /** What is sent; undefined where that of before holds. */
    sent: isKept ? undefined : sent,
    findViolations,
    nameGuardian(name: string) {
      onChanged("guardianName");
      setGuardianName(name);
    },
  };
}

export type ConsentState = ReturnType<typeof useConsent>;
