import { adultFromAge, childFromAge } from "../../server/modules/applicant/applicant.rules";
import {
  type ApplicantFieldName,
  type FieldOfKind,
  type Gender,
  isOfKind,
} from "../../server/modules/applicant/applicantFields.rules";
import type { TravelerType } from "../../server/modules/visaRequest/pricing.rules";
import { formatDay } from "../lib/days";

const genderLabels: Record<Gender, string> = { MALE: "Male", FEMALE: "Female", OTHER: "Other" };

const travelerLabels: Record<TravelerType, string> = {
  ADULT: `Adult ${adultFromAge}+ years`,
  CHILD: `Child ${childFromAge}-${adultFromAge}`,
  INFANT: `Infant 0-${childFromAge - 1}`,
};

/** Labels for choice values; null if each value is its own label. */
const choiceLabels: Record<FieldOfKind<"choice">, Record<string, string> | null> = {
  title: null,
  gender: genderLabels,
  travelerType: travelerLabels,
};

export function choiceLabel(field: FieldOfKind<"choice">, value: string): string {
  return choiceLabels[field]?.[value] ?? value;
}

/** Formats days and choices; other values stay as typed. Returns "" if there is no value. */
export function showValue(field: ApplicantFieldName, value: string | null | undefined): string {
  if (!value) return "";
  if (isOfKind(field, "day")) return formatDay(value) || value;
  return isOfKind(field, "choice") ? choiceLabel(field, value) : value;
}
