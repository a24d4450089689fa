import type { VisaApplicantEntity } from "../applicant.entity";
import type { ApplicantView } from "../applicant.view";
import type { CheckedApplicant } from "./applicantCheck.service";

/** Returns the names of changed fields for the audit log, never their values. */
export function changedFields(
  before: VisaApplicantEntity & Pick<ApplicantView, "comments">,
  checked: CheckedApplicant & { removedFileIds: readonly string[] },
): string[] {
  const { row, mrz, consent, files, removedFileIds, isLeftForLaterAnew } = checked;
  const { passportNumberSealed: _reencrypted, passportNumberIndex, ...plain } = row;
  const names = (Object.keys(plain) as (keyof typeof plain)[]).filter((name) => before[name] !== row[name]);
  const purposes = new Set(files.map(({ purpose }) => purpose));
  if (removedFileIds.length > 0 && purposes.size === 0) purposes.add("DOCUMENT");
  const isNewPassport = before.passportNumberIndex !== passportNumberIndex;
  const others = [
    ...(before.comments === checked.comments ? [] : ["comments"]),
    ...(isNewPassport ? ["passportNumber"] : []),
    ...(mrz === undefined ? [] : ["mrz"]),
    ...(consent ? ["consent"] : []),
    ...(isLeftForLaterAnew ? ["laterDocuments"] : []),
  ];
  return [...names, ...others, ...purposes];
}
