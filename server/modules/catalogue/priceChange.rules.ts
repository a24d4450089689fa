/** Changes of the catalogue that want two of our staff, and how they are put to the second. Pure. */
import {
  catalogueLabels,
  type FieldChange,
  type VisaChanges,
  type VisaField,
  type VisaValues,
} from "./catalogueAdmin.rules";

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

/** A price may change by this share of what it was before staff have to confirm it. */
const unconfirmedShare = 0.2;

/** What travellers pay before and after a change, in whole rupees. */
export interface PriceChange {
  field: "adultPrice" | "childPrice";
  from: number;
  to: number;
}

/** The prices that a change moves by more than a fifth. A child without a price pays the adult's. */
export function findLargePriceChanges(
  before: Pick<VisaValues, "adultPrice" | "childPrice">,
  { adultPrice, childPrice }: VisaChanges,
): PriceChange[] {
  const adult = {
    field: "adultPrice",
    from: before.adultPrice,
    to: adultPrice ?? before.adultPrice,
  } as const;
  const child = {
    field: "childPrice",
    from: before.childPrice ?? adult.from,
    to: childPrice === undefined ? (before.childPrice ?? adult.to) : (childPrice ?? adult.to),
  } as const;
  return [adult, child].filter(({ from, to }) => Math.abs(to - from) > from * unconfirmedShare);
}
