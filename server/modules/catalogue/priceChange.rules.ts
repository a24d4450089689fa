/** Changes of the catalogue that want two of our staff, and how they are put to the second. Pure. */
import { catalogueLabels, type FieldChange, type VisaField } from "./catalogueAdmin.rules";

const prices: readonly string[] = ["adultPrice", "childPrice"] satisfies VisaField[];

/** Whether a price is among the fields that change. */
export function changesPrice(fields: readonly FieldChange[]): boolean {
  return fields.some(({ field }) => prices.includes(field));
}

/** The change in one line: `Egypt, 30 Days: Adult price 4299 → 4499`. */
export function describeVisaChange(visa: string, fields: readonly FieldChange[]): string {
  const changes = fields.map(({ field, from, to }) => {
    const label = catalogueLabels[field as VisaField];
    return `${label} ${from[0] ?? "none"} → ${to[0] ?? "none"}`;
  });
  return `${visa}: ${changes.join(", ")}`;
}
