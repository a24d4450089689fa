/** Infers from the position of the MRZ whether the whole page is in the picture. */
import type { GreyPicture } from "./greyPicture.rules";
import type { LinePair } from "./locateZone.rules";
import { findCorners } from "./zoneCorners.rules";

/** Length of the MRZ's lines and distance between them, in millimetres (ICAO Doc 9303-4). */
const [lineLength, lineDistance] = [111.8, 6.35];
/**
 * Margins that every page has around its lines, in millimetres. They are smaller than the standard's margins, because
 * printing and measurement vary.
 */
const around = { side: 2, foot: 2, top: 58 };

/** True if an edge of the page must be outside the picture. */
export function isPageCut(pair: LinePair, { width, height }: Pick<GreyPicture, "width" | "height">): boolean {
  const [upperLeft, upperRight, left, right] = findCorners(pair).ends;
  const along = [(right[0] - left[0]) / lineLength, (right[1] - left[1]) / lineLength] as const;
  const places = [
    { from: left, above: upperLeft, side: -around.side },
    { from: right, above: upperRight, side: around.side },
  ].flatMap(({ from, above, side }) => {
    const down = [(from[0] - above[0]) / lineDistance, (from[1] - above[1]) / lineDistance] as const;
    return [around.foot, -around.top - lineDistance].map((below) => [
      // The distance between the lines is too small to give the direction of the page's top accurately.
      from[0] + along[0] * side + (below > 0 ? down[0] * below : -along[1] * below),
      from[1] + along[1] * side + down[1] * below,
    ]);
  });
  return places.some(([x, y]) => x! < 0 || y! < 0 || x! > width || y! > height);
}
