import { todayInKolkata } from "../../../core/day.rules";
import { toDetails, type ApplicantView } from "../../applicant/applicant.view";
import { toMrzEntry } from "../../applicant/mrzLines.rules";
import { readMrz } from "./mrz.rules";
import { compareMrz } from "./mrzComparison.rules";

/**
 * Returns the lines of the MRZ, their faults, and their values next to the typed details; null if it was neither read
 * nor entered.
 */
export function reportMrz(view: ApplicantView, now: Date) {
  const { mrz } = view;
  if (!mrz) return null;
  const { line1, line2, enteredAt = "" } = mrz;
  const isOfEarlierPage = view.passportFront.createdAt > enteredAt;
  const { data, faults } = readMrz([line1, line2], todayInKolkata(now));
  const fields = data ? compareMrz(toDetails(view), data) : [];
  return { ...toMrzEntry(mrz), isOfEarlierPage, faults, fields };
}
