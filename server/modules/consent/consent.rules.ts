/**
 * What a person agrees to before an applicant's personal data is sent: the sentences, and who has to give it. Pure; the
 * wizard shows the same sentences.
 */
import { findTextFault } from "../../text.rules";
import { ageInYears, isDay, type Day } from "../visaRequest/day.rules";

/** Whose consent it is: the applicant's own, or that of a parent or guardian for somebody under age. */
export type ConsentKind = "APPLICANT" | "GUARDIAN";

/** Before it a parent or lawful guardian agrees (India's Digital Personal Data Protection Act); in years. */
export const ownConsentFromAge = 18;

const use =
  "I agree that these details and documents are stored, checked and sent to the authority that decides on the visa, " +
  "as the privacy policy describes.";
const firstUse =
  "These details and documents may be kept, checked and sent to the authority that decides on the visa, " +
  "as the privacy policy says.";

/**
 * The sentences by version, which is the day from which they were asked. A sentence that somebody has agreed to is never
 * changed: one in other words is another version, above those before it.
 */
const consentTexts: readonly ({ version: Day } & Record<ConsentKind, string>)[] = [
  {
    version: "2026-11-25",
    APPLICANT: `By submitting, I confirm that I am this applicant or have their permission. ${use}`,
    GUARDIAN: `By submitting, I confirm that I am this child's parent or legal guardian, or act with their permission. ${use}`,
  },
  {
    version: "2026-11-23",
    APPLICANT: `I am this applicant, or this applicant has agreed. ${firstUse}`,
    GUARDIAN: `I am this child's parent or legal guardian, or act for them with their agreement. ${firstUse}`,
  },
];

/** The version that is asked for today. */
export const consentVersion: Day = consentTexts[0]!.version;

/** The sentence of a version that was asked for at some time. */
export function consentText(version: Day, kind: ConsentKind): string {
  const found = consentTexts.find((texts) => texts.version === version);
  if (!found) throw new Error(`There is no text of consent of ${version}`);
  return found[kind];
}

/** Whose consent is needed by age on the day of giving; undefined while the date of birth is no day. */
export function neededConsent(dateOfBirth: Day, today: Day): ConsentKind | undefined {
  if (!isDay(dateOfBirth)) return undefined;
  return ageInYears(dateOfBirth, today) < ownConsentFromAge ? "GUARDIAN" : "APPLICANT";
}

/** A consent as it was given. */
export interface GivenConsent {
  kind: ConsentKind;
  textVersion: Day;
  /** Null for the applicant's own. */
  guardianName: string | null;
}

/** Whether a consent is the one that is needed today. */
export function isConsentCurrent(
  consent: Pick<GivenConsent, "kind" | "textVersion">,
  dateOfBirth: Day,
  today: Day,
): boolean {
  return consent.textVersion === consentVersion && consent.kind === neededConsent(dateOfBirth, today);
}

/** A consent as it is sent. */
export interface SentConsent {
  textVersion: string;
  guardianName?: string | null | undefined;
}

export interface ConsentViolation {
  field: keyof SentConsent;
  code: "REQUIRED" | "INVALID" | "TOO_LONG";
  message: string;
}

/** Characters of a guardian's name, first and last. */
export const maxGuardianNameLength = 120;

/** What was sent, as it is kept; `consent` is undefined where something is wrong, or the date of birth is no day. */
export function readConsent(
  sent: SentConsent,
  { dateOfBirth, today }: { dateOfBirth: Day; today: Day },
): { consent: GivenConsent | undefined; violations: ConsentViolation[] } {
  const textVersion = sent.textVersion.trim();
  const guardianName = (sent.guardianName ?? "").normalize("NFC").trim().replace(/\s+/g, " ");
  const kind = neededConsent(dateOfBirth, today);
  const violations = [checkVersion(textVersion), kind && checkGuardian(guardianName, kind)].filter(
    (violation) => violation !== undefined,
  );
  if (violations.length > 0 || !kind) return { consent: undefined, violations };
  return { consent: { kind, textVersion, guardianName: guardianName || null }, violations };
}

function checkVersion(textVersion: string): ConsentViolation | undefined {
  if (textVersion === consentVersion) return undefined;
  const message = `The text of the consent is now that of ${consentVersion}. Please load the page again and confirm it`;
  return { field: "textVersion", code: "INVALID", message };
}

function checkGuardian(guardianName: string, kind: ConsentKind): ConsentViolation | undefined {
  const violation = (code: ConsentViolation["code"], message: string): ConsentViolation => ({
    field: "guardianName",
    code,
    message,
  });
  if (kind === "APPLICANT")
    return guardianName
      ? violation("INVALID", `Only an applicant under ${ownConsentFromAge} has a guardian's consent`)
      : undefined;
  if (!guardianName) return violation("REQUIRED", "Please enter the parent's or guardian's name");
  if (guardianName.length > maxGuardianNameLength)
    return violation(
      "TOO_LONG",
      `The parent's or guardian's name must be ${maxGuardianNameLength} characters or fewer`,
    );
  const fault = findTextFault(guardianName);
  return fault ? violation("INVALID", `The parent's or guardian's name ${fault}`) : undefined;
}
