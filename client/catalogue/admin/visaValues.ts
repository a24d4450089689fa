import {
  checkVisa,
  normaliseVisaChanges,
  visaFields,
  type VisaChanges,
  type VisaField,
  type VisaValues,
} from "../../../server/modules/catalogue/catalogueAdmin.rules";
import { type InputViolation } from "../../../server/core/text.rules";
import { toNumber } from "../../lib/format";

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
    isTransit: visa.isTransit ? "yes" : "",
  };
}

function toValues(texts: VisaTexts): VisaChanges {
  return normaliseVisaChanges({
    visaName: texts.visaName,
    adultPrice: toNumber(texts.adultPrice),
    childPrice: toNumber(texts.childPrice),
    processingTime: toNumber(texts.processingTime),
    stayPeriod: texts.stayPeriod,
    validity: texts.validity,
    entry: texts.entry === "SINGLE" || texts.entry === "MULTIPLE" ? texts.entry : null,
    isTransit: texts.isTransit !== "",
  });
}

export function findVisaViolations(texts: VisaTexts): InputViolation[] {
  return checkVisa(toValues(texts));
}

/** Returns only changed values, so that other users' changes are not overwritten. */
export function changedValues(texts: VisaTexts, base: VisaTexts): VisaChanges {
  const [values, before] = [toValues(texts), toValues(base)];
  return Object.fromEntries(
    visaFields.filter((field) => values[field] !== before[field]).map((field) => [field, values[field]]),
  );
}
