import {
  catalogueLimits,
  checkCountry,
  normaliseCountryChanges,
  type CountryChanges,
  type FaqItem,
} from "../../../server/modules/catalogue/catalogueAdmin.rules";
import { todayInKolkata } from "../../../server/core/day.rules";
import { type InputViolation } from "../../../server/core/text.rules";

export type ListKind = "terms" | "faqs";

/** A list item in the editor: `text` is a term or a question. */
export interface ListItem {
  text: string;
  answer: string;
}

interface Lists {
  terms: string[];
  faqs: FaqItem[];
}

export const listLabels = {
  terms: {
    title: "Terms",
    item: "term",
    text: "Term",
    longest: catalogueLimits.term,
    rows: 3,
    why: "They apply to all visas of the country.",
  },
  faqs: {
    title: "FAQs",
    item: "question",
    text: "Question",
    longest: catalogueLimits.question,
    rows: 2,
    why: "Questions that travellers ask, with our answers.",
  },
};

export const blankItem: ListItem = { text: "", answer: "" };

export function toItems(kind: ListKind, { terms, faqs }: Lists): ListItem[] {
  if (kind === "terms") return terms.map((text) => ({ ...blankItem, text }));
  return faqs.map(({ question, answer }) => ({ text: question, answer }));
}

export function toChanges(kind: ListKind, items: readonly ListItem[]): CountryChanges {
  if (kind === "terms") return normaliseCountryChanges({ terms: items.map(({ text }) => text) });
  return normaliseCountryChanges({ faqs: items.map(({ text, answer }) => ({ question: text, answer })) });
}

export function findListViolations(
  kind: ListKind,
  items: readonly ListItem[],
  visas: Parameters<typeof checkCountry>[1]["visas"],
): InputViolation[] {
  return checkCountry(toChanges(kind, items), { visas, today: todayInKolkata(new Date()) });
}

/** Returns the field name that violations of an input have: `faqs.2.answer` is the third answer. */
export function violationName(kind: ListKind, index: number, part: "text" | "answer"): string {
  if (kind === "terms") return `terms.${index}`;
  return `faqs.${index}.${part === "text" ? "question" : part}`;
}
