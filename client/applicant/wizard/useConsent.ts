import { useState } from "react";
import {
  consentVersion,
  isConsentCurrent,
  neededConsent,
  readConsent,
} from "../../../server/modules/consent/consent.rules";
import type { ConsentField, FormViolation } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";

/** The consent sent with the form. The date of birth decides who has to give it. */
export function useConsent(given: {
  before: ApplicantPartsFragment | undefined;
  /** The request's other applicants, whose guardian is likely to be this applicant's guardian too. */
  others: readonly ApplicantPartsFragment[];
  dateOfBirth: string;
  today: string;
  onChanged: (field: ConsentField) => void;
}) {
  const { before, others, dateOfBirth, today, onChanged } = given;
  /** Adults of the request, one of whom is usually the guardian of its children. */
  const adults = others
    .filter(({ travelerType }) => travelerType === "ADULT")
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const [guardianName, setGuardianName] = useState(
    () =>
      before?.consent?.guardianName ??
      others.findLast(({ consent }) => consent?.guardianName)?.consent?.guardianName ??
      (adults.length === 1 ? adults[0]! : ""),
  );
  // Without a date of birth the kind does not matter, because the form cannot be sent.
  const kind = neededConsent(dateOfBirth, today) ?? "APPLICANT";
  const kept = before?.consent;
  const isKept = Boolean(kept && isConsentCurrent(kept, dateOfBirth, today));
  const sent = { textVersion: consentVersion, guardianName: kind === "GUARDIAN" ? guardianName : undefined };

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
    adults,
    /** The earlier consent if it is still valid, in which case the form does not ask again. */
    kept: isKept ? kept : undefined,
    /** The consent to send; undefined if the earlier one is still valid. */
    sent: isKept ? undefined : sent,
    findViolations,
    nameGuardian(name: string) {
      onChanged("guardianName");
      setGuardianName(name);
    },
  };
}

export type ConsentState = ReturnType<typeof useConsent>;
