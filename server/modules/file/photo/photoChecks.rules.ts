/**
 * The checks of a photo and their possible results, in a separate file so that a page can show them without loading
 * the code of the checks.
 */

export const photoCheckNames = [
  ...["oneFace", "headHeight", "position", "eyesLevel"],
  ...["background", "sharpness", "light", "size"],
] as const;

export type PhotoFault =
  | "NO_FACE"
  | "SEVERAL_FACES"
  | "HEAD_TOO_SMALL"
  | "HEAD_TOO_LARGE"
  | "OFF_CENTRE"
  | "EYES_TOO_LOW"
  | "EYES_TOO_HIGH"
  | "TILTED"
  | "BUSY_BACKGROUND"
  | "DARK_BACKGROUND"
  | "BLURRED"
  | "TOO_DARK"
  | "TOO_BRIGHT"
  | "OTHER_SHAPE"
  | "FEW_PIXELS"
  | "FEW_KILOBYTES"
  | "MANY_KILOBYTES";

/** `notJudged`: the value is too close to a limit, or cannot be measured in this picture. */
export type Verdict = "ok" | "notJudged" | PhotoFault;

export type PhotoChecks = Record<(typeof photoCheckNames)[number], Verdict>;
