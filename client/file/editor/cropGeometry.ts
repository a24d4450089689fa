import type { Point } from "react-easy-crop";
import { type Edit, type Part, partOfRatio, type Size, sizeOfPart, turnedSize } from "../images/geometry";

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

const mostZoom = 4;

/** How far one may zoom in: four times at most, and not so far that fewer pixels are left than a file must have. */
export function largestZoom(part: Size, minSidePixels: number): number {
  // A tenth more, because the part is rounded to whole pixels later.
  const byPixels = Math.min(part.width, part.height) / (minSidePixels * 1.1);
  return Math.min(mostZoom, Math.max(1, byPixels));
}

/** The place of the picture under the frame, so that it covers all of it. Lengths in pixels of the screen. */
export function keepInside(
  place: Point,
  { media, frame, zoom }: { media: Size; frame: Size; zoom: number },
): Point {
  const keep = (value: number, mediaSide: number, frameSide: number) => {
    const most = Math.max(0, (mediaSide * zoom - frameSide) / 2);
    return Math.min(most, Math.max(-most, value));
  };
  return { x: keep(place.x, media.width, frame.width), y: keep(place.y, media.height, frame.height) };
}
