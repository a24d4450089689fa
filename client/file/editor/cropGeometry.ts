import type { Point } from "react-easy-crop";
import { type Edit, type Part, partOfRatio, type Size, sizeOfPart, turnedSize } from "../images/geometry";

/** The shape of a scan's crop frame: that of the picture, or that of one page. */
export type Frame = "whole" | "page";

/** A passport page of 125 x 88 mm (ISO/IEC 7810 ID-3). */
const pageRatio = 125 / 88;

export function frameRatio(frame: Frame, fixedRatio: number | undefined, picture: Size): number {
  if (fixedRatio !== undefined) return fixedRatio;
  return frame === "page" ? pageRatio : picture.width / picture.height;
}

/**
 * Returns the part that the editor shows first: for a photo the one that automatic fitting would choose, for a scan
 * the middle.
 */
export function firstPart(frame: Frame, fixedRatio: number | undefined, picture: Size): Part {
  const above = fixedRatio === undefined ? 0.5 : 0;
  return partOfRatio(picture, frameRatio(frame, fixedRatio, picture), above);
}

/** Returns the frame of an earlier edit. `size` is in pixels before the rotation. */
export function toFrame(edit: Edit | undefined, size: Size | undefined): Frame {
  if (!edit || !size) return "whole";
  const part = sizeOfPart(turnedSize(size, edit.turn), edit.part);
  const keepsShape = Math.abs(edit.part.width - edit.part.height) < 0.005;
  return !keepsShape && Math.abs(part.width / part.height - pageRatio) < 0.01 ? "page" : "whole";
}

const maxZoom = 4;

/** Returns the maximum zoom: 4, or less if the crop would have too few pixels. */
export function maxZoomFor(part: Size, minSidePixels: number): number {
  // A margin of 10 %, because the part is later rounded to whole pixels.
  const byPixels = Math.min(part.width, part.height) / (minSidePixels * 1.1);
  return Math.min(maxZoom, Math.max(1, byPixels));
}

/** Limits the picture's position so that it covers the whole frame. Lengths are in screen pixels. */
export function keepInside(
  place: Point,
  { media, frame, zoom }: { media: Size; frame: Size; zoom: number },
): Point {
  const keep = (value: number, mediaSide: number, frameSide: number) => {
    const max = Math.max(0, (mediaSide * zoom - frameSide) / 2);
    return Math.min(max, Math.max(-max, value));
  };
  return { x: keep(place.x, media.width, frame.width), y: keep(place.y, media.height, frame.height) };
}
