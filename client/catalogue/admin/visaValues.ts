import {
  checkVisa,
  tidyVisa,
  visaFields,
  type CatalogueViolation,
  type VisaChanges,
  type VisaField,
  type VisaValues,
} from "../../../server/modules/catalogue/catalogueAdmin.rules";

/** What the form holds: all as it is typed. */
export type VisaTexts = Record<Exclude<VisaField, "isActive">, string>;

export function toTexts(visa: VisaValues): VisaTexts {
  return {
    visaName: visa.visaName,
    adultPrice: String(visa.adultPrice),
    childPrice: visa.childPrice === null ? "" : String(visa.childPrice),
    processingTime: String(visa.processingTime),
    stayPeriod: visa.stayPeriod,
    validity: visa.validity,
    entry: visa.entry ?? "",
  };
}

/** `2,899` and `2899` are the same; what is no whole number is NaN, which the rules refuse. */
function toNumber(text: string): number | null {
  const bare = text.replace(/[\s,]/g, "");
  if (bare === "") return null;
  return /^\d{1,9}$/.test(bare) ? Number(bare) : NaN;
}

function toValues(texts: VisaTexts): VisaChanges {
  return tidyVisa({
    visaName: texts.visaName,
    adultPrice: toNumber(texts.adultPrice),
    childPrice: toNumber(texts.childPrice),
    processingTime: toNumber(texts.processingTime),
    stayPeriod: texts.stayPeriod,
    validity: texts.validity,
    entry: texts.entry === "SINGLE" || texts.entry === "MULTIPLE" ? texts.entry : null,
  });
}

export function findVisaViolations(texts: VisaTexts): CatalogueViolation[] {
  return checkVisa(toValues(texts));
}

/** Only what is other than it was when the form was opened, so that nobody else's change is written over. */
export function changedValues(texts: VisaTexts, base: VisaTexts): VisaChanges {
  const [values, before] = [toValues(texts), toValues(base)];
  return Object.fromEntries(
    visaFields.filter((field) => values[field] !== before[field]).map((field) => [field, values[field]]),
  );
}
