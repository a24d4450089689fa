/**
 * The fields of the catalogue that staff can edit, and their validation. Pure; the forms of the staff console
 * use the same rules.
 */
import { toOneLine, type InputViolation, invalid, missing, tooLong } from "../../core/text.rules";
import {
  checkFacts,
  checkText,
  findRepeatedIds,
  normaliseFacts,
  type FactsInput,
  type Offered,
} from "./requirement/requirementChanges.rules";
import type { VisaEntity } from "./catalogue.entity";
import type { RequirementFacts } from "./requirement/requirementFacts.rules";

/** Upper limits: prices in whole rupees, times in days, texts in characters. */
export const catalogueLimits = {
  price: 1_000_000,
  processingTime: 365,
  visaName: 100,
  stayPeriod: 60,
  validity: 60,
  documentName: 300,
  term: 1_000,
  question: 300,
  answer: 2_000,
  items: 50,
} as const;

/** Maximum number of a country's changes that are shown, newest first. */
export const maxChanges = 100;

export type VisaField = (typeof visaFields)[number];
export type VisaValues = Pick<VisaEntity, VisaField>;
/** Undefined leaves a field unchanged; null is valid only for `entry` and `childPrice`. */
export type VisaChanges = { [F in VisaField]?: VisaValues[F] | null };

export interface DocumentItem {
  visaType: "TOURIST" | "BUSINESS";
  documentName: string;
  requirement: RequirementFacts;
}
/** If `requirement` is omitted, the facts of the document with the same text are used, or suggested facts. */
export interface DocumentInput extends Omit<DocumentItem, "requirement"> {
  requirement?: FactsInput | null;
}
export interface FaqItem {
  question: string;
  answer: string;
}
/** The fields of a country that staff can edit; lists are complete and in order. */
export interface CountryValues {
  isActive: boolean;
  leadVisaUrl: string | null;
  documents: DocumentItem[];
  terms: string[];
  faqs: FaqItem[];
}
export type CountryField = keyof CountryValues;
export type CountryChanges = {
  [F in CountryField]?: (F extends "documents" ? DocumentInput[] : CountryValues[F]) | null;
};

export const visaFields = [
  "visaName",
  "processingTime",
  "stayPeriod",
  "validity",
  "entry",
  "adultPrice",
  "childPrice",
  "isTransit",
  "isActive",
] as const satisfies readonly (keyof VisaEntity)[];
export const countryFields = [
  "isActive",
  "leadVisaUrl",
  "documents",
  "terms",
  "faqs",
] as const satisfies readonly CountryField[];

export const catalogueLabels: Record<VisaField | CountryField, string> = {
  visaName: "Name",
  processingTime: "Processing time",
  stayPeriod: "Length of stay",
  validity: "Validity",
  entry: "Entry",
  adultPrice: "Price for an adult",
  childPrice: "Price for a child",
  isTransit: "Transit only",
  isActive: "Published",
  leadVisaUrl: "Lead visa",
  documents: "Requirements",
  terms: "Terms",
  faqs: "FAQs",
};

export function normaliseVisaChanges(changes: VisaChanges): VisaChanges {
  const tidied = { ...changes };
  for (const field of ["visaName", "stayPeriod", "validity"] as const)
    if (typeof tidied[field] === "string") tidied[field] = toOneLine(tidied[field]);
  return tidied;
}

export function normaliseCountryChanges(changes: CountryChanges): CountryChanges {
  const { leadVisaUrl, documents, terms, faqs } = changes;
  return {
    ...changes,
    ...(leadVisaUrl === "" && { leadVisaUrl: null }),
    ...(documents && {
      documents: documents.map(({ visaType, documentName, requirement }) => ({
        visaType,
        documentName: toOneLine(documentName),
        ...(requirement && { requirement: normaliseFacts(requirement) }),
      })),
    }),
    ...(terms && { terms: terms.map(toOneLine) }),
    ...(faqs && {
      faqs: faqs.map(({ question, answer }) => ({
        question: toOneLine(question),
        answer: toOneLine(answer),
      })),
    }),
  };
}

export function checkVisa(changes: VisaChanges): InputViolation[] {
  return visaFields.flatMap((field) => {
    const value = changes[field];
    if (value === undefined) return [];
    if (value === null) {
      const mayBeEmpty = field === "entry" || field === "childPrice";
      return mayBeEmpty ? [] : [absent(field, catalogueLabels[field])];
    }
    switch (field) {
      case "visaName":
      case "stayPeriod":
      case "validity":
        return checkText(field, catalogueLabels[field], value as string, catalogueLimits[field]);
      case "processingTime":
        return checkNumber(field, value as number, catalogueLimits.processingTime, "days");
      case "adultPrice":
      case "childPrice":
        return checkNumber(field, value as number, catalogueLimits.price, "rupees");
      default:
        return [];
    }
  });
}

export function checkCountry(changes: CountryChanges, offered: Offered): InputViolation[] {
  const { visas } = offered;
  const { leadVisaUrl, documents, terms, faqs } = changes;
  const violations = countryFields.flatMap((field) =>
    changes[field] === null && field !== "leadVisaUrl"
      ? [absent(field, catalogueLabels[field])]
      : checkLength(field, changes[field]),
  );
  if (leadVisaUrl && !visas.some(({ visaUrl }) => visaUrl === leadVisaUrl))
    violations.push(invalid("leadVisaUrl", "Choose a visa of this country"));
  violations.push(...checkDocuments(documents ?? [], offered));
  const without = documents
    ? visas.find((visa) => !documents.some(({ visaType }) => visaType === visa.visaType))?.visaType
    : undefined;
  if (documents?.length && without)
    violations.push(missing("documents", `List at least one document for ${without} visas`));
  terms?.forEach((term, at) =>
    violations.push(...checkText(`terms.${at}`, "Term", term, catalogueLimits.term)),
  );
  faqs?.forEach(({ question, answer }, at) =>
    violations.push(
      ...checkText(`faqs.${at}.question`, "Question", question, catalogueLimits.question),
      ...checkText(`faqs.${at}.answer`, "Answer", answer, catalogueLimits.answer),
    ),
  );
  return violations;
}

function checkDocuments(documents: readonly DocumentInput[], offered: Offered): InputViolation[] {
  const each = documents.flatMap(({ visaType, documentName, requirement }, at) => [
    ...checkText(`documents.${at}.documentName`, "Document", documentName, catalogueLimits.documentName),
    ...(requirement
      ? checkFacts(normaliseFacts(requirement), { ...offered, path: `documents.${at}`, visaType })
      : []),
  ]);
  return [...each, ...findRepeatedIds(documents)];
}

function checkLength(field: CountryField, value: unknown): InputViolation[] {
  if (!Array.isArray(value)) return [];
  if (value.length === 0) return [absent(field, catalogueLabels[field])];
  if (value.length <= catalogueLimits.items) return [];
  return [tooLong(field, `${catalogueLabels[field]}: ${catalogueLimits.items} at most`)];
}

function checkNumber(field: VisaField, value: number, most: number, unit: string): InputViolation[] {
  if (Number.isInteger(value) && value >= 1 && value <= most) return [];
  const message = `${catalogueLabels[field]}: whole ${unit} from 1 to ${most.toLocaleString("en")}`;
  return [invalid(field, message)];
}

const absent = (field: string, label: string) => missing(field, `${label} is missing`);
