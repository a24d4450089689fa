import { catalogueLabels, type VisaChanges, type VisaField, type VisaValues } from "./catalogueAdmin.rules";
import type { FieldChange } from "./history/fieldChanges.rules";

const prices: readonly string[] = ["adultPrice", "childPrice"] satisfies VisaField[];

export function changesPrice(fields: readonly FieldChange[]): boolean {
  return fields.some(({ field }) => prices.includes(field));
}

/** Describes the change in one line: `Egypt, 30 Days: Price for an adult 4299 → 4499`. */
export function describeVisaChange(visa: string, fields: readonly FieldChange[]): string {
  const changes = fields.map(({ field, from, to }) => {
    const label = catalogueLabels[field as VisaField];
    return `${label} ${from[0] ?? "none"} → ${to[0] ?? "none"}`;
  });
  return `${visa}: ${changes.join(", ")}`;
}

/** Staff have to confirm a price change by more than this share. */
const unconfirmedShare = 0.2;

/** A price for travellers before and after a change, in whole rupees. */
export interface PriceChange {
  field: "adultPrice" | "childPrice";
  from: number;
  to: number;
}

/**
 * Returns the prices that change by more than `unconfirmedShare`. A null child price counts as the adult
 * price.
 */
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
