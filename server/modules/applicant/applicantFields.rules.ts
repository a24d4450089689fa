/**
 * The one list of an applicant's details. What reads, checks, keeps, shows, exports or corrects them follows from it, so
 * that a field which is missing somewhere does not compile (docs/architecture.md). Pure; the client uses the same list.
 */
import type { Day } from "../visaRequest/day.rules";
import { travelerTypes } from "../visaRequest/pricing.rules";

export const titles = ["Mr.", "Mrs.", "Ms.", "Miss", "Master", "Dr."] as const;
export type Title = (typeof titles)[number];
export const genders = ["MALE", "FEMALE", "OTHER"] as const;
export type Gender = (typeof genders)[number];

interface AnyField {
  /** On the form, where the value is shown, and in messages. */
  label: string;
  /** The part of the form that asks for it. */
  group: "traveller" | "passport" | "category" | "other";
  /** What is said where it is missing; a field without it may be left out. */
  missing?: string;
  /** What counts where it is left out. */
  initial?: string;
  /** Whether it follows from other fields where it is left out. */
  isDerived?: true;
  /** Its name in the API where staff may ask for it to be corrected; a field without it never changes once it is paid. */
  correctableAs?: string;
}

export type ApplicantFieldDefinition = AnyField &
  (
    | { kind: "choice"; choices: readonly string[]; unknown: string }
    | { kind: "day"; mayBeInFuture: boolean; earliest?: Day }
    /** One line. */
    | { kind: "text"; maxLength: number; isInCapitals?: true }
    /** Capitals and digits, without spaces. */
    | { kind: "code"; maxLength: number }
    /** Several lines. */
    | { kind: "note"; maxLength: number }
  );

/** Characters of a name, a nationality or a country. */
const maxNameLength = 60;

/** In the order of the form, which is that of the violations too. */
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
/** The fields of a kind, by name. */
export type FieldOfKind<Kind extends FieldKind> = {
  [Name in ApplicantFieldName]: Fields[Name] extends { kind: Kind } ? Name : never;
}[ApplicantFieldName];

/** In the order of the form. */
export const applicantFieldNames = Object.keys(applicantFields) as ApplicantFieldName[];

/** A field with everything that any field may have. */
export function definitionOf(name: ApplicantFieldName): ApplicantFieldDefinition {
  return applicantFields[name];
}

export function isOfKind<Kind extends FieldKind>(
  name: ApplicantFieldName,
  kind: Kind,
): name is FieldOfKind<Kind> {
  return definitionOf(name).kind === kind;
}

/** Whether it may be left out, and nothing takes its place then. */
export function isOptional(name: ApplicantFieldName): boolean {
  const { missing, initial, isDerived } = definitionOf(name);
  return missing === undefined && initial === undefined && !isDerived;
}

/** A value for each field. */
export function mapFields<Value>(
  valueOf: (name: ApplicantFieldName) => Value,
): Record<ApplicantFieldName, Value> {
  const entries = applicantFieldNames.map((name) => [name, valueOf(name)]);
  return Object.fromEntries(entries) as Record<ApplicantFieldName, Value>;
}

type KeptValue<Field> =
  | (Field extends { choices: readonly (infer Choice)[] } ? Choice : string)
  | (Field extends { missing: string } | { initial: string } | { isDerived: true } ? never : null);

/** Details that a row holds encrypted, in a column of another name. */
type SealedFieldName = "passportNumber" | "comments";

/** The details as a row keeps them in clear: null for an optional one that was left out. */
export type ApplicantColumns = {
  [Name in Exclude<ApplicantFieldName, SealedFieldName>]: KeptValue<Fields[Name]>;
};

/** The fields that staff may ask for, by their names in the API. */
export type CorrectableField = {
  [Name in ApplicantFieldName]: Fields[Name] extends { correctableAs: infer ApiName extends string }
    ? ApiName
    : never;
}[ApplicantFieldName];

/** The fields that staff may ask for, and their names in the form, in its order. */
export const correctableFields = Object.fromEntries(
  applicantFieldNames.flatMap((name) => {
    const { correctableAs } = definitionOf(name);
    return correctableAs ? [[correctableAs, name]] : [];
  }),
) as Readonly<Record<CorrectableField, ApplicantFieldName>>;
