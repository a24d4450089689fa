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

/** The categories with their ages. */
const travelerLabels: Record<TravelerType, string> = {
  ADULT: `Adult ${adultFromAge}+ years`,
  CHILD: `Child ${childFromAge}-${adultFromAge}`,
  INFANT: `Infant 0-${childFromAge - 1}`,
};

/** What the values of a choice are called; null where a value is its own label. */
const choiceLabels: Record<FieldOfKind<"choice">, Record<string, string> | null> = {
  title: null,
  gender: genderLabels,
  travelerType: travelerLabels,
};

/** The label of a choice's value. */
export function choiceLabel(field: FieldOfKind<"choice">, value: string): string {
  return choiceLabels[field]?.[value] ?? value;
}

/** A value as it is read: days and choices in words, all else as it was typed; empty where there is none. */
export function showValue(field: ApplicantFieldName, value: string | null | undefined): string {
  if (!value) return "";
  if (isOfKind(field, "day")) return formatDay(value) || value;
  return isOfKind(field, "choice") ? choiceLabel(field, value) : value;
}
