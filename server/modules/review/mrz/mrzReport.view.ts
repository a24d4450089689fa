import { todayInKolkata } from "../../../core/day.rules";
import { toDetails, type ApplicantView } from "../../applicant/applicant.view";
import { toMrzEntry, type MrzEntry } from "../../applicant/mrzLines.rules";
import { readMrz, type MrzFault } from "./mrz.rules";
import { compareMrz, type MrzField } from "./mrzComparison.rules";

/** The lines, their faults, and their values next to the typed ones. */
export interface MrzReport extends MrzEntry {
  isOfEarlierPage: boolean;
  faults: MrzFault[];
  fields: MrzField[];
}

/** Returns the MRZ compared with the typed details; null if it was neither read nor entered. */
export function reportMrz(view: ApplicantView, now: Date): MrzReport | null {
  const { mrz } = view;
  if (!mrz) return null;
  const { line1, line2, enteredAt = "" } = mrz;
  const isOfEarlierPage = view.passportFront.createdAt > enteredAt;
  const { data, faults } = readMrz([line1, line2], todayInKolkata(now));
  const fields = data ? compareMrz(toDetails(view), data) : [];
  return { ...toMrzEntry(mrz), isOfEarlierPage, faults, fields };
}
