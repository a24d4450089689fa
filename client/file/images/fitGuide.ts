import type { FilePurpose } from "../../../server/modules/file/file.rules";
import { defaultPhotoRules, type PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { getLongSide, type Size } from "./geometry";

/** The target of fitting a picture. Lengths are pixels of the longer side. */
export interface FitGuide {
  /** Width divided by height; undefined preserves the picture's ratio. */
  ratio?: number;
  minBytes: number;
  maxBytes: number;
  /** The target; smaller pictures are not enlarged to it. */
  longSide: number;
  /** Upper limit for enlarging a picture whose file would be smaller than `minBytes`. */
  maxLongSide: number;
  /** Lower limit for shrinking a picture whose file is too large at every quality. */
  minLongSide: number;
}

/** The resolution in the metadata of every fitted picture. */
export const dotsPerInch = 300;

/** A passport page is 125 mm wide; at 200 dpi that is 984 pixels. */
export const scanLongSideAt200Dpi = 984;

// Guidance is given in KB. The range is chosen so that a file is within the guidance whether a KB is 1000 or 1024
// bytes.
const band = (minKb: number, maxKb: number) => ({ minBytes: minKb * 1024, maxBytes: maxKb * 1000 });

const makePhotoGuide = ({ ratio, kilobytes, longSide }: PhotoRules): FitGuide => ({
  ratio,
  ...band(kilobytes.min, kilobytes.max),
  longSide: longSide.target,
  maxLongSide: longSide.max,
  minLongSide: longSide.min,
});

/** 125 mm at 300 dpi. */
const scanLongSide = 1476;
const scanGuide: FitGuide = {
  ...band(100, 250),
  longSide: scanLongSide,
  maxLongSide: scanLongSide * 1.5,
  minLongSide: scanLongSideAt200Dpi,
};

/** An A4 page at 190 dpi. */
const documentGuide: FitGuide = {
  ...band(0, 1000),
  longSide: 2200,
  maxLongSide: 2200,
  minLongSide: 1100,
};

/** Returns the target size, ratio and file size of a picture. For a photo, they depend on the visa. */
export function getFitGuide(purpose: FilePurpose, photoRules = defaultPhotoRules): FitGuide {
  if (purpose === "PHOTO") return makePhotoGuide(photoRules);
  return purpose === "PASSPORT_FRONT" || purpose === "PASSPORT_BACK" ? scanGuide : documentGuide;
}

/** Tolerance relative to the required ratio. A picture whose ratio differs by more is cropped. */
const ratioTolerance = 0.01;

/** True if a JPEG already meets the guide. Encoding it again would only make it larger and less sharp. */
export function fitsAlready(size: Size, bytes: number, guide: FitGuide): boolean {
  const { ratio, minBytes, maxBytes, minLongSide, maxLongSide } = guide;
  const hasShape = ratio === undefined || Math.abs(size.width / size.height / ratio - 1) <= ratioTolerance;
  const longSide = getLongSide(size);
  return (
    hasShape && bytes >= minBytes && bytes <= maxBytes && longSide >= minLongSide && longSide <= maxLongSide
  );
}
