import type { FitGuide } from "./fitGuide";
import { getLongSide, withLongSide, type Size } from "./geometry";

/** JPEG quality as defined by canvas. */
export const lowestQuality = 0.3;
export const highestQuality = 0.95;

/** This many halvings leave a step of 0.02 in quality, which is invisible. */
const halvings = 5;

/** Enlarging further only blurs the picture. */
const maxEnlargement = 1.5;

interface Encoded {
  /** In bytes. */
  size: number;
}

/** Returns the file of the best quality with at most `maxBytes`, or of the lowest quality if every file is larger. */
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
 * Scales a picture down to the guide's longer side and encodes it at the best quality whose file has at most the
 * guide's `maxBytes`.
 * Shrinks it further if it is too large at every quality. Enlarges it if it is too small at the best quality, to at
 * most one and a half times the source. Tiny or blank pictures may still miss the range; they are accepted.
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

  const sourceLongSide = getLongSide(source);
  let longSide = Math.min(guide.longSide, sourceLongSide);
  let fitted = await fitAt(longSide);

  while (fitted.file.size > guide.maxBytes && longSide > guide.minLongSide) {
    const scale = Math.sqrt(guide.maxBytes / fitted.file.size) * 0.97;
    longSide = Math.max(guide.minLongSide, longSide * scale);
    fitted = await fitAt(longSide);
  }

  const grownLongSide = Math.min(guide.maxLongSide, sourceLongSide * maxEnlargement);
  if (fitted.file.size < guide.minBytes && grownLongSide > longSide) {
    const grown = await fitAt(grownLongSide);
    if (grown.file.size <= guide.maxBytes) fitted = grown;
  }
  return fitted;
}
