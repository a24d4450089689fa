import {
  catalogueLabels,
  type CountryField,
  type VisaField,
} from "../../../server/modules/catalogue/catalogueAdmin.rules";
import { formatInr } from "../../../server/core/money.rules";
import { choiceLabel, processingDays } from "../visaTexts";

export function fieldLabel(field: string): string {
  return catalogueLabels[field as VisaField | CountryField] ?? field;
}

const lists = ["documents", "terms", "faqs"];
export const isListField = (field: string): boolean => lists.includes(field);

const unstated: Record<string, string> = { childPrice: "As for an adult", leadVisaUrl: "The cheapest" };

/**
 * Formats the value of a field that is not a list. The history has it as a list of one string, or as an empty list for
 * null.
 */
export function valueLabel(field: string, [text]: readonly string[]): string {
  if (text === undefined) return unstated[field] ?? "Not stated";
  switch (field) {
    case "adultPrice":
    case "childPrice":
      return formatInr(Number(text));
    case "processingTime":
      return processingDays(Number(text));
    case "entry":
      return choiceLabel(text) ?? text;
    case "isTransit":
      return text === "true" ? "Yes" : "No";
    case "isActive":
      return text === "true" ? "Published" : "Unpublished";
    default:
      return text;
  }
}

/** Formats a list item on one line: `Tourist – Passport`, or a question with its answer. */
export function itemLabel(field: string, text: string): string {
  const [first = "", second] = text.split("\n");
  if (second === undefined) return first;
  return field === "documents" ? `${choiceLabel(first)} – ${second}` : `${first} – ${second}`;
}

/** Returns removed (`gone`) and added (`come`) items; both are empty if only the order changed. */
export function compareLists(from: readonly string[], to: readonly string[]) {
  return { gone: from.filter((item) => !to.includes(item)), come: to.filter((item) => !from.includes(item)) };
}
