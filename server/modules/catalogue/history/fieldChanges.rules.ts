import type {
  CountryField,
  CountryValues,
  DocumentItem,
  FaqItem,
  VisaField,
  VisaValues,
} from "../catalogueAdmin.rules";

/** A changed field. Old and new value are lists of texts: empty for null, one text per item of a list. */
export interface FieldChange {
  field: string;
  from: string[];
  to: string[];
}

export function compareFields<Field extends VisaField | CountryField>(
  before: { [F in Field]: FieldValue },
  changes: { [F in Field]?: FieldValue },
  fields: readonly Field[],
): FieldChange[] {
  return fields
    .filter((field) => changes[field] !== undefined)
    .map((field) => ({ field, from: asTexts(before[field]), to: asTexts(changes[field]) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
    .map((change) => (change.field === "documents" ? withoutSameFacts(change) : change));
}

/** Removes the facts of unchanged documents. */
function withoutSameFacts({ field, from, to }: FieldChange): FieldChange {
  const shorten = (item: string, other: readonly string[]) =>
    other.includes(item) ? item.split("\n").slice(0, 2).join("\n") : item;
  return {
    field,
    from: from.map((item) => shorten(item, to)),
    to: to.map((item) => shorten(item, from)),
  };
}

type FieldValue = VisaValues[VisaField] | CountryValues[CountryField] | undefined;

function asTexts(value: FieldValue): string[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return [String(value)];
  return value.map((item: string | DocumentItem | FaqItem) => {
    if (typeof item === "string") return item;
    if ("question" in item) return `${item.question}\n${item.answer}`;
    return [item.visaType, item.documentName, ...toLines(item.requirement)].join("\n");
  });
}

/** Returns the properties of an object that are set, one per line: `when.minStayDays: 90`. */
function toLines(object: object, prefix = ""): string[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return [`${prefix}${name}: ${value.join(", ")}`];
    if (typeof value === "object") return toLines(value, `${prefix}${name}.`);
    return [`${prefix}${name}: ${value as string | number | boolean}`];
  });
}
