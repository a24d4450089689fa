import type { DocumentItem } from "../../../../server/modules/catalogue/catalogueAdmin.rules";
import { isMet } from "../../../../server/modules/catalogue/requirement/requirement.rules";
import { normaliseFacts } from "../../../../server/modules/catalogue/requirement/requirementChanges.rules";
import type { StaffCountryPartsFragment as Country } from "../operations.generated";

/** Returns the requirements of a country as one list, which is saved as a whole. */
export function toItems({ documents }: Pick<Country, "documents">): DocumentItem[] {
  return documents.map(({ visaType, documentName, requirement }) => ({
    visaType,
    documentName,
    requirement: normaliseFacts(requirement),
  }));
}

/** Returns the key of a requirement within its country, also used as an HTML id: `tourist-hotel-voucher`. */
export function keyOf({
  visaType,
  requirement,
}: Pick<DocumentItem, "visaType"> & { requirement: { requirementId: string } }): string {
  return `${visaType.toLowerCase()}-${requirement.requirementId}`;
}

/** Replaces the requirement with the same key, or adds it at the end. */
export function putItem(items: readonly DocumentItem[], item: DocumentItem): DocumentItem[] {
  const key = keyOf(item);
  return items.some((one) => keyOf(one) === key)
    ? items.map((one) => (keyOf(one) === key ? item : one))
    : [...items, item];
}

/** Sorts the requirements by a list of keys. Requirements without a key in the list come last. */
export function sortItems(items: readonly DocumentItem[], keys: readonly string[]): DocumentItem[] {
  const placeOf = (item: DocumentItem) =>
    keys.includes(keyOf(item)) ? keys.indexOf(keyOf(item)) : keys.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the visas of the country that the requirement applies to. */
export function findVisas<Visa extends Country["visas"][number]>(
  {
    visaType,
    requirement,
  }: Pick<DocumentItem, "visaType"> & { requirement: Pick<DocumentItem["requirement"], "when"> },
  visas: readonly Visa[],
): Visa[] {
  return visas.filter((visa) => visa.visaType === visaType && isMet(requirement.when, visa));
}
