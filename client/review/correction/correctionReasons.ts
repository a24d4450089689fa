import type { CorrectionReason } from "../../schemaTypes.generated";

export const correctionReasonLabels: Record<CorrectionReason, string> = {
  BLURRED: "Blurred",
  GLARE: "Glare",
  CROPPED: "Cropped",
  WRONG_DOCUMENT: "Wrong document",
  EXPIRED: "Expired",
  MISMATCH: "Does not match the details",
  OTHER: "Other",
};

/** The reasons, phrased as sentences for the traveller. */
export const correctionReasonSentences: Record<CorrectionReason, string> = {
  BLURRED: "The picture is not sharp.",
  GLARE: "Glare hides part of it.",
  CROPPED: "Part of it is cut off.",
  WRONG_DOCUMENT: "It is not the document that we asked for.",
  EXPIRED: "It is no longer valid, or not for long enough.",
  MISMATCH: "It does not match the other details.",
  OTHER: "It is not acceptable.",
};
