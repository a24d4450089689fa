/** An authority's requirements for the photo, as plain data. */

export interface Range {
  min: number;
  max: number;
}

export interface PhotoRules {
  /** Width divided by height. */
  ratio: number;
  /** Pixels of the longer side. Larger pictures are fitted to `target`. */
  longSide: Range & { target: number };
  kilobytes: Range;
  /** From the chin to the top of the hair, as a share of the picture's height. */
  headHeight: Range;
  /** Height of the eyes above the lower edge, as a share of the picture's height. */
  eyeLine: Range;
  /** Maximum horizontal distance of the face from the picture's middle, as a share of its width. */
  maxOffCentre: number;
  /** Maximum tilt of the line between the eyes, in degrees. */
  maxTilt: number;
}

/** The authority's own rules for the photo. Null means that the authority states no rule. */
export interface PhotoFormat {
  widthMillimetres: number | null;
  heightMillimetres: number | null;
  maxKilobytes: number | null;
}

const usualPrint = { width: 35, height: 45 };
const usualKilobytes = { min: 50, max: 100 };

/**
 * Returns the rules for a photo of this format at a resolution of 300 to 600 dpi. ICAO Doc 9303-3 requires the head
 * to fill 70 to 80 % of the height of a 35 × 45 mm photo. ISO/IEC 19794-5 requires the eyes at 50 to 70 % of the
 * height and the middle of the face at 45 to 55 % of the width. It recommends a tilt of at most 5 degrees.
 */
export function getPhotoRules(format?: PhotoFormat | null): PhotoRules {
  const { widthMillimetres, heightMillimetres, maxKilobytes } = format ?? {};
  const print =
    widthMillimetres && heightMillimetres
      ? { width: widthMillimetres, height: heightMillimetres }
      : usualPrint;
  const ratio = print.width / print.height;
  const longMillimetres = Math.max(print.width, print.height);
  const pixelsAt = (dpi: number) => Math.floor((longMillimetres * dpi) / 25.4);
  const maxOfFile = Math.min(usualKilobytes.max, maxKilobytes ?? Infinity);
  return {
    ratio,
    longSide: { min: pixelsAt(300), max: pixelsAt(600), target: longMillimetres * 18 },
    kilobytes: { min: Math.min(usualKilobytes.min, Math.floor(maxOfFile / 2)), max: maxOfFile },
    // In a narrower picture, a head with the usual share of the width has a smaller share of the height. Both
    // shares are accepted.
    headHeight: { min: 0.7 * Math.min(1, ratio / (usualPrint.width / usualPrint.height)), max: 0.8 },
    eyeLine: { min: 0.5, max: 0.7 },
    maxOffCentre: 0.05,
    maxTilt: 5,
  };
}

export const defaultPhotoRules = getPhotoRules();
