import type { Point } from "react-easy-crop";
import type { Size } from "../images/geometry";

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
