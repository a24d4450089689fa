/** The consent to keep applicants for the next application. Pure; the client shows the text that the API returns. */
import type { Day } from "../../core/day.rules";

/** The texts by version, newest first. Never change a text that users have agreed to; add a new version at the top. */
const keepingTexts: readonly { version: Day; text: string }[] = [
  {
    version: "2026-11-26",
    text:
      "I agree that the details, photo and passport pages of these applicants are kept for my next application, until " +
      "the passport expires or I delete them. I am this applicant or have their permission, or that of a child's " +
      "parent or guardian.",
  },
];

export const keepingConsent = keepingTexts[0]!;

/** Returns the text that was agreed to; undefined for an unknown version. */
export const findKeepingText = (version: string | null): string | undefined =>
  keepingTexts.find((text) => text.version === version)?.text;
