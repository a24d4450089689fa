import type {
  RequirementCondition,
  RequirementFacts,
} from "../../../../server/modules/catalogue/requirement/requirementFacts.rules";
import { formatDay } from "../../../lib/days";
import { choiceLabel } from "../../visaTexts";

export const kindOptions = [
  ["DOCUMENT", "Document"],
  ["QUESTION", "Question, answered in a line"],
  ["PHOTO", "Photo of the applicant"],
  ["PASSPORT", "Passport pages"],
] as const;

export const categoryLabels = { ADULT: "Adults", CHILD: "Children", INFANT: "Infants" } as const;

const partLabels: Record<string, string> = {
  documentName: "Text",
  requirementId: "Id",
  kind: "Kind",
  label: "Label",
  categories: "For",
  "when.minStayDays": "Shortest stay",
  "when.maxStayDays": "Longest stay",
  "when.entry": "Entry",
  "when.isTransit": "Transit",
  "when.visas": "Visas",
  "when.circumstance": "Circumstance",
  isRequired: "Required",
  isSameForAll: "Same for all",
  "fileRules.formats": "Formats",
  "fileRules.maxKilobytes": "Largest size",
  "fileRules.widthMillimetres": "Width",
  "fileRules.heightMillimetres": "Height",
  sourceUrl: "Source",
  checkedOn: "Checked on",
};

/** A changed part of a requirement, as stored in the history. */
export interface PartChange {
  label: string;
  from: string;
  to: string;
}

function partValue(part: string, text: string | undefined): string {
  if (text === undefined) return part === "checkedOn" ? "Never" : "Not stated";
  switch (part) {
    case "kind":
    case "when.entry":
      return choiceLabel(text) ?? text;
    case "categories":
      return text
        .split(", ")
        .map((one) => categoryLabels[one as keyof typeof categoryLabels] ?? one)
        .join(", ");
    case "isRequired":
    case "isSameForAll":
    case "when.isTransit":
      return text === "true" ? "Yes" : "No";
    case "when.minStayDays":
    case "when.maxStayDays":
      return `${text} days`;
    case "fileRules.maxKilobytes":
      return `${text} kB`;
    case "fileRules.widthMillimetres":
    case "fileRules.heightMillimetres":
      return `${text} mm`;
    case "checkedOn":
      return formatDay(text);
    default:
      return text;
  }
}

/** Parses a history item into its visa type, document name and facts, keyed by part name. */
function readParts(item: string): Map<string, string> {
  const [visaType = "", documentName = "", ...facts] = item.split("\n");
  return new Map([
    ["visaType", visaType],
    ["documentName", documentName],
    ...facts.map((line) => {
      const end = line.indexOf(": ");
      return [line.slice(0, end), line.slice(end + 2)] as const;
    }),
  ]);
}

export interface RequirementChange {
  name: string;
  parts: PartChange[];
}

/** Pairs removed and added history items of the same requirement, and compares their parts. */
export function pairRequirements(gone: readonly string[], come: readonly string[]) {
  const rest = new Set(come);
  const changes: RequirementChange[] = [];
  const removed = gone.filter((item) => {
    const before = readParts(item);
    const id = before.get("requirementId");
    const same = [...rest].find((other) => {
      const after = readParts(other);
      return (
        id !== undefined &&
        after.get("requirementId") === id &&
        after.get("visaType") === before.get("visaType")
      );
    });
    if (same === undefined) return true;
    rest.delete(same);
    changes.push({ name: before.get("label") ?? item, parts: compareParts(before, readParts(same)) });
    return false;
  });
  return { changes, removed, added: [...rest] };
}

function compareParts(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): PartChange[] {
  return [...new Set([...Object.keys(partLabels), ...before.keys(), ...after.keys()])]
    .filter((part) => before.get(part) !== after.get(part))
    .map((part) => ({
      label: partLabels[part] ?? part,
      from: partValue(part, before.get(part)),
      to: partValue(part, after.get(part)),
    }));
}

/** Describes a condition in words, without the circumstance: `Stays from 30 days`. */
export function describeCondition({
  minStayDays,
  maxStayDays,
  entry,
  isTransit,
  visas,
}: RequirementCondition): string[] {
  return [
    minStayDays != null && maxStayDays != null && `Stays of ${minStayDays} to ${maxStayDays} days`,
    minStayDays != null && maxStayDays == null && `Stays from ${minStayDays} days`,
    minStayDays == null && maxStayDays != null && `Stays up to ${maxStayDays} days`,
    entry && `${choiceLabel(entry)} entry`,
    isTransit != null && (isTransit ? "Transit visas" : "Not for transit visas"),
    visas && (visas.length === 1 ? "One visa only" : `${visas.length} visas only`),
  ].filter((part) => typeof part === "string");
}

export function describeCategories(categories: RequirementFacts["categories"]): string {
  if (categories.length === 3) return "Everyone";
  return categories
    .map((category, at) => (at === 0 ? categoryLabels[category] : categoryLabels[category].toLowerCase()))
    .join(" and ");
}
