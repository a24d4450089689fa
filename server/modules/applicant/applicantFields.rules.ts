/**
 * The single list of an applicant's details. All code that reads, checks, stores, shows, exports or corrects them
 * derives from it; a missing field is a compile error (docs/architecture.md). Pure; the client uses the same list.
 */
import type { Day } from "../../core/day.rules";
import { travelerTypes } from "../visaRequest/pricing.rules";

export const titles = ["Mr.", "Mrs.", "Ms.", "Miss", "Master", "Dr."] as const;
export type Title = (typeof titles)[number];
export const genders = ["MALE", "FEMALE", "OTHER"] as const;
export type Gender = (typeof genders)[number];

interface AnyField {
  /** Label on the form, next to the value and in messages. */
  label: string;
  /** The section of the form. */
  group: "traveller" | "passport" | "category" | "other";
  /** The message if the value is missing; a field without this message is optional. */
  missing?: string;
  /** The default if the field is left out. */
  initial?: string;
  /** True if the value is derived from other fields when left out. */
  isDerived?: true;
  /** The API name, if staff can request a correction; a field without it cannot change after payment. */
  correctableAs?: string;
}

type ApplicantFieldDefinition = AnyField &
  (
    | { kind: "choice"; choices: readonly string[]; unknown: string }
    | { kind: "day"; mayBeInFuture: boolean; earliest?: Day }
    /** A single line. */
    | { kind: "text"; maxLength: number; isInCapitals?: true }
    /** Capitals and digits, without spaces. */
    | { kind: "code"; maxLength: number }
    /** Multiple lines. */
    | { kind: "note"; maxLength: number }
  );

/** Maximum length of a name, nationality or country, in characters. */
const maxNameLength = 60;

/** The fields in the order of the form, which is also the order of violations. */
export const applicantFields = {
  title: {
    kind: "choice",
    choices: titles,
    unknown: `Title must be one of ${titles.join(", ")}`,
    label: "Title",
    group: "traveller",
    initial: "Mr.",
  },
  firstName: {
    kind: "text",
    maxLength: maxNameLength,
    label: "First name",
    group: "traveller",
    missing: "Please enter first name",
    correctableAs: "FIRST_NAME",
  },
  lastName: {
    kind: "text",
    maxLength: maxNameLength,
    label: "Last name",
    group: "traveller",
    missing: "Please enter last name",
    correctableAs: "LAST_NAME",
  },
  gender: {
    kind: "choice",
    choices: genders,
    unknown: "Gender must be one of MALE, FEMALE, OTHER",
    label: "Gender",
    group: "traveller",
    missing: "Please select gender",
    correctableAs: "GENDER",
  },
  dateOfBirth: {
    kind: "day",
    mayBeInFuture: false,
    earliest: "1900-01-01",
    label: "Date of birth",
    group: "traveller",
    missing: "Please enter date of birth",
    correctableAs: "DATE_OF_BIRTH",
  },
  passportNumber: {
    kind: "code",
    maxLength: 9,
    label: "Passport number",
    group: "passport",
    missing: "Please enter passport no",
    correctableAs: "PASSPORT_NUMBER",
  },
  passportIssueDate: {
    kind: "day",
    mayBeInFuture: false,
    label: "Passport issue date",
    group: "passport",
    missing: "Please enter passport issue date",
    correctableAs: "PASSPORT_ISSUE_DATE",
  },
  passportExpireDate: {
    kind: "day",
    mayBeInFuture: true,
    label: "Passport expiry date",
    group: "passport",
    missing: "Please enter passport expire date",
    correctableAs: "PASSPORT_EXPIRE_DATE",
  },
  travelerType: {
    kind: "choice",
    choices: travelerTypes,
    unknown: "Traveler category must be one of ADULT, CHILD, INFANT",
    label: "Traveler category",
    group: "category",
    isDerived: true,
  },
  nationality: {
    kind: "text",
    maxLength: maxNameLength,
    isInCapitals: true,
    label: "Nationality",
    group: "category",
    initial: "INDIAN",
    correctableAs: "NATIONALITY",
  },
  passportCountry: {
    kind: "text",
    maxLength: maxNameLength,
    isInCapitals: true,
    label: "Passport country",
    group: "category",
    initial: "INDIA",
    correctableAs: "PASSPORT_COUNTRY",
  },
  comments: {
    kind: "note",
    maxLength: 1000,
    label: "Comments",
    group: "other",
  },
} as const satisfies Record<string, ApplicantFieldDefinition>;

type Fields = typeof applicantFields;
export type ApplicantFieldName = keyof Fields;
export type ApplicantFieldGroup = AnyField["group"];
type FieldKind = ApplicantFieldDefinition["kind"];
export type FieldOfKind<Kind extends FieldKind> = {
  [Name in ApplicantFieldName]: Fields[Name] extends { kind: Kind } ? Name : never;
}[ApplicantFieldName];

/** In the order of the form. */
export const applicantFieldNames = Object.keys(applicantFields) as ApplicantFieldName[];

/** Returns the definition of a field, typed with all optional properties. */
export function getFieldDefinition(name: ApplicantFieldName): ApplicantFieldDefinition {
  return applicantFields[name];
}

export function isOfKind<Kind extends FieldKind>(
  name: ApplicantFieldName,
  kind: Kind,
): name is FieldOfKind<Kind> {
  return getFieldDefinition(name).kind === kind;
}

/** True if the field may stay empty: not required, no default, not derived. */
export function isOptional(name: ApplicantFieldName): boolean {
  const { missing, initial, isDerived } = getFieldDefinition(name);
  return missing === undefined && initial === undefined && !isDerived;
}

export function mapFields<Value>(
  valueOf: (name: ApplicantFieldName) => Value,
): Record<ApplicantFieldName, Value> {
  const entries = applicantFieldNames.map((name) => [name, valueOf(name)]);
  return Object.fromEntries(entries) as Record<ApplicantFieldName, Value>;
}

type KeptValue<Field> =
  | (Field extends { choices: readonly (infer Choice)[] } ? Choice : string)
  | (Field extends { missing: string } | { initial: string } | { isDerived: true } ? never : null);

/** Fields that are stored encrypted, in columns with other names. */
type SealedFieldName = "passportNumber" | "comments";

/** The unencrypted columns; null for an optional field that was left out. */
export type ApplicantColumns = {
  [Name in Exclude<ApplicantFieldName, SealedFieldName>]: KeptValue<Fields[Name]>;
};

/** The API names of the fields that staff can request corrections of. */
export type CorrectableField = {
  [Name in ApplicantFieldName]: Fields[Name] extends { correctableAs: infer ApiName extends string }
    ? ApiName
    : never;
}[ApplicantFieldName];

/** Maps the API names of correctable fields to form fields, in the order of the form. */
export const correctableFields = Object.fromEntries(
  applicantFieldNames.flatMap((name) => {
    const { correctableAs } = getFieldDefinition(name);
    return correctableAs ? [[correctableAs, name]] : [];
  }),
) as Readonly<Record<CorrectableField, ApplicantFieldName>>;
