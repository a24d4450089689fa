/** Requirements of a visa's authority for the photo. Plain data, so that the catalogue can store it. */

export interface Range {
  min: number;
  max: number;
}

export interface PhotoRules {
  /** Width divided by height. */
  ratio: number;
  /** Pixels of the longer side. */
  longSide: Range;
  kilobytes: Range;
  /** From the chin to the top of the hair, as a share of the picture's height. */
  headHeight: Range;
  /** Height of the eyes above the lower edge, as a share of the picture's height. */
  eyeLine: Range;
  /** Largest distance of the face from the middle, as a share of the picture's width. */
  maxOffCentre: number;
  /** Largest turn of the line between the eyes, in degrees. */
  maxTilt: number;
  /** `plain` allows any colour. */
  background: "white" | "light" | "plain";
}

/**
 * 35 × 45 mm at 300 to 600 dpi. ICAO Doc 9303-3 has the head at 70 to 80 % of the height. ISO/IEC 19794-5 has the
 * eyes at 50 to 70 % of it and the face between 45 and 55 % of the width; it recommends a turn of 5 degrees at most.
 */
export const defaultPhotoRules: PhotoRules = {
  ratio: 35 / 45,
  longSide: { min: 531, max: 1062 },
  kilobytes: { min: 50, max: 100 },
  headHeight: { min: 0.7, max: 0.8 },
  eyeLine: { min: 0.5, max: 0.7 },
  maxOffCentre: 0.05,
  maxTilt: 5,
  background: "light",
};
