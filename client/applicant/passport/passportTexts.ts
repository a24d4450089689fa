/** Messages of the wizard about reading the passport. */
import type { FieldGap, PassportFields } from "../../../server/modules/file/passport/decideFields.rules";
import type { PageProblem } from "../../../server/modules/file/passport/readPassport.rules";
import { applicantFields } from "../../../server/modules/applicant/applicantFields.rules";

export type PassportState =
  | { kind: "none" }
  | { kind: "reading" }
  | { kind: "unavailable" }
  | { kind: "problem"; problem: PageProblem }
  | { kind: "read"; fields: PassportFields; isCut?: true | undefined };

const problemTexts: Record<PageProblem, string> = {
  NO_PASSPORT:
    "We see no passport in this picture. Check that it is the page with your photo, or type the details yourself.",
  OTHER_PAGE:
    "This looks like another page. Choose the page with your photo and the two lines at the foot, or type the details yourself.",
  TOO_SMALL:
    "The passport is too small in this picture. Go closer until the page fills it, or type the details yourself.",
  TWO_PASSPORTS:
    "There are two passports in this picture. Take a picture of one at a time, or type the details yourself.",
  UNREADABLE:
    "The two lines at the foot of the page cannot be read. Take the picture in good light without moving, or type the details yourself.",
};

export const gapTexts: Record<FieldGap, string> = {
  GLARE: "Glare on the bottom lines: tilt the passport and take the picture again, or enter it.",
  UNCLEAR: "Not clear enough in the picture to be sure. Please enter or check it.",
  CUT_OFF: "The passport's bottom line has no room for the whole name. Please enter it.",
  ONE_NAME: "The passport's bottom lines show one name only. If there is no other, enter it here too.",
};

const cutText = " An edge of the page is outside of the picture. Take it again with all four corners.";

export const readMark = "Read from your passport. Please check.";
const unavailableText = "We could not read the passport on this device. Please type the details yourself.";

/** Returns the state in one or two sentences; undefined if there is nothing to report. */
export function describePassport(state: PassportState): string | undefined {
  switch (state.kind) {
    case "none":
      return undefined;
    case "reading":
      return "Reading the passport on this device…";
    case "unavailable":
      return unavailableText;
    case "problem":
      return problemTexts[state.problem];
    case "read":
      return `${describeFields(state.fields)}${state.isCut ? cutText : ""}`;
  }
}

function describeFields(fields: PassportFields): string {
  const entries = Object.entries(fields) as [keyof PassportFields, PassportFields[keyof PassportFields]][];
  const gaps = entries.filter(([, { gap }]) => gap);
  if (gaps.length === 0)
    return "Your details were read from the passport. Please check them on the next step.";
  const names = gaps.map(([name]) => applicantFields[name].label.toLowerCase());
  const missing = `Not read: ${names.join(", ")}.`;
  const hasGlare = gaps.some(([, { gap }]) => gap === "GLARE");
  const advice = hasGlare
    ? "Glare on the bottom lines: tilt the passport and take the picture again, or type what is missing."
    : "Please type what is missing on the next step.";
  const isEmpty = gaps.length === entries.length;
  return isEmpty ? `${missing} ${advice}` : `The passport was read in part. ${missing} ${advice}`;
}
