/**
 * The consent that is required before an applicant's personal data is submitted: its texts, and the person who gives
 * it. Pure; the wizard shows the same texts.
 */
import {
  findTextViolation,
  invalid,
  missing,
  tooLong,
  toOneLine,
  tooLongText,
  type InputViolation,
} from "../../core/text.rules";
import { ageInYears, isDay, type Day } from "../../core/day.rules";

/** The person who consents: the applicant, or a parent or guardian if the applicant is a minor. */
export type ConsentKind = "APPLICANT" | "GUARDIAN";

/**
 * Age in years below which a parent or lawful guardian consents (India's Digital Personal Data Protection
 * Act).
 */
export const ownConsentFromAge = 18;

const use =
  "I agree that these details and documents are stored, checked and sent to the authority that decides on the visa, " +
  "as the privacy policy describes.";
const firstUse =
  "These details and documents may be kept, checked and sent to the authority that decides on the visa, " +
  "as the privacy policy says.";

/**
 * The texts by version, newest first. A version is the day of its introduction. Never change a text that
 * users have agreed to; add a new version at the top instead.
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

export const consentVersion: Day = consentTexts[0]!.version;

/** Returns the text of any version, past or current. */
export function consentText(version: Day, kind: ConsentKind): string {
  const found = consentTexts.find((texts) => texts.version === version);
  if (!found) throw new Error(`There is no consent text of ${version}`);
  return found[kind];
}

/** Returns the kind of consent that the age on that day requires, or undefined if the date of birth is invalid. */
export function neededConsent(dateOfBirth: Day, today: Day): ConsentKind | undefined {
  if (!isDay(dateOfBirth)) return undefined;
  return ageInYears(dateOfBirth, today) < ownConsentFromAge ? "GUARDIAN" : "APPLICANT";
}

export interface GivenConsent {
  kind: ConsentKind;
  textVersion: Day;
  /** Null for the applicant's own consent. */
  guardianName: string | null;
}

/** True if the consent is to the current text and from the person whose consent is required today. */
export function isConsentCurrent(
  consent: Pick<GivenConsent, "kind" | "textVersion">,
  dateOfBirth: Day,
  today: Day,
): boolean {
  return consent.textVersion === consentVersion && consent.kind === neededConsent(dateOfBirth, today);
}

export interface SentConsent {
  textVersion: string;
  guardianName?: string | null | undefined;
}

type ConsentViolation = InputViolation<keyof SentConsent>;

/** Maximum length of a guardian's full name in characters. */
export const maxGuardianNameLength = 120;

/**
 * Validates a submitted consent. `consent` is undefined if there are violations or the date of birth is
 * invalid.
 */
export function readConsent(
  sent: SentConsent,
  { dateOfBirth, today }: { dateOfBirth: Day; today: Day },
): { consent: GivenConsent | undefined; violations: ConsentViolation[] } {
  const textVersion = sent.textVersion.trim();
  const guardianName = toOneLine(sent.guardianName ?? "");
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
  return invalid("textVersion", message);
}

function checkGuardian(guardianName: string, kind: ConsentKind): ConsentViolation | undefined {
  const field = "guardianName";
  if (kind === "APPLICANT")
    return guardianName
      ? invalid(field, `Only an applicant under ${ownConsentFromAge} has a guardian's consent`)
      : undefined;
  if (!guardianName) return missing(field, "Please enter the parent's or guardian's name");
  if (guardianName.length > maxGuardianNameLength)
    return tooLong(field, tooLongText("The parent's or guardian's name", maxGuardianNameLength));
  const textViolation = findTextViolation(guardianName);
  return textViolation ? invalid(field, `The parent's or guardian's name ${textViolation}`) : undefined;
}
