import type { FitGuide } from "./fitGuide";
import { longSideOf, withLongSide, type Size } from "./geometry";

/** Of JPEG, as a canvas counts it. */
export const lowestQuality = 0.3;
export const highestQuality = 0.95;

/** After it the step is 0.02, which cannot be seen. */
const halvings = 5;

/** Enlarged beyond this a picture only grows blurred. */
const mostEnlarged = 1.5;

interface Encoded {
  /** Bytes. */
  size: number;
}

/**
 * The best quality whose file is at most `maxBytes`, found by halving, in 7 encodings at most. Where none is, the
 * file of the lowest quality.
 */
export async function searchQuality<File extends Encoded>(
  encode: (quality: number) => Promise<File>,
  maxBytes: number,
): Promise<File> {
  const best = await encode(highestQuality);
  if (best.size <= maxBytes) return best;
  let found = await encode(lowestQuality);
  if (found.size > maxBytes) return found;
  let [fits, tooHeavy] = [lowestQuality, highestQuality];
  for (let step = 0; step < halvings; step++) {
    const quality = (fits + tooHeavy) / 2;
    const tried = await encode(quality);
    if (tried.size <= maxBytes) [fits, found] = [quality, tried];
    else tooHeavy = quality;
  }
  return found;
}

/**
 * The largest file of a picture under the maximum of the guide: quality first; fewer pixels where it is
 * too heavy at any quality; more of them, up to half again, where it is too light at the best. What comes out may
 * still lie outside, of a tiny or an empty picture: it is taken all the same.
 *
 * @param source pixels of the chosen part of the picture
 */
export async function fitToGuide<File extends Encoded>(
  source: Size,
  guide: FitGuide,
  encode: (size: Size, quality: number) => Promise<File>,
): Promise<{ file: File; size: Size }> {
  const fitAt = async (longSide: number) => {
    const size = withLongSide(source, longSide);
    return { size, file: await searchQuality((quality) => encode(size, quality), guide.maxBytes) };
  };

  const sourceLongSide = longSideOf(source);
  let longSide = Math.min(guide.longSide, sourceLongSide);
  let fitted = await fitAt(longSide);

  while (fitted.file.size > guide.maxBytes && longSide > guide.leastLongSide) {
    const scale = Math.sqrt(guide.maxBytes / fitted.file.size) * 0.97;
    longSide = Math.max(guide.leastLongSide, longSide * scale);
    fitted = await fitAt(longSide);
  }

  const grownLongSide = Math.min(guide.mostLongSide, sourceLongSide * mostEnlarged);
  if (fitted.file.size < guide.minBytes && grownLongSide > longSide) {
    const grown = await fitAt(grownLongSide);
    if (grown.file.size <= guide.maxBytes) fitted = grown;
  }
  return fitted;
}
