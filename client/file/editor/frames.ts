import { partOfRatio, sizeOfPart, turnedSize, type Edit, type Part, type Size } from "../images/geometry";

/** What a scan is cut to: the picture's own shape, or that of one page. */
export type Frame = "whole" | "page";

/** A passport page of 125 x 88 mm (ISO/IEC 7810 ID-3). */
const pageRatio = 125 / 88;

/** Width by height of the frame, on a picture of that size. */
export function ratioOf(frame: Frame, fixedRatio: number | undefined, picture: Size): number {
  if (fixedRatio !== undefined) return fixedRatio;
  return frame === "page" ? pageRatio : picture.width / picture.height;
}

/** What the frame begins with: of a photo what the fitting would take, of a page the middle. */
export function firstPart(frame: Frame, fixedRatio: number | undefined, picture: Size): Part {
  const above = fixedRatio === undefined ? 0.5 : 0;
  return partOfRatio(picture, ratioOf(frame, fixedRatio, picture), above);
}

/** The frame that an earlier edit was made with. `size` before the turn, in pixels. */
export function frameOf(edit: Edit | undefined, size: Size | undefined): Frame {
  if (!edit || !size) return "whole";
  const part = sizeOfPart(turnedSize(size, edit.turn), edit.part);
  const keepsShape = Math.abs(edit.part.width - edit.part.height) < 0.005;
  return !keepsShape && Math.abs(part.width / part.height - pageRatio) < 0.01 ? "page" : "whole";
}
