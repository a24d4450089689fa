import type { FilePurpose } from "../../../server/modules/file/file.rules";
import { longSideOf, type Size } from "./geometry";

/** What a picture is fitted to. Lengths in pixels of the longer side. */
export interface FitGuide {
  /** Width by height; undefined keeps the picture's own. */
  ratio?: number;
  minBytes: number;
  maxBytes: number;
  /** Aimed at; a smaller picture is not enlarged to it. */
  longSide: number;
  /** How far it may grow where the file would be lighter than `minBytes`. */
  mostLongSide: number;
  /** How far it may shrink where no quality makes the file light enough. */
  leastLongSide: number;
}

/** What every fitted picture says of its resolution. */
export const dotsPerInch = 300;

/** 35 x 45 mm, the size of a visa photo. */
export const photoRatio = 35 / 45;

/** A passport page is 125 mm wide; at 200 dpi that is 984 pixels. */
export const scanLongSideAt200Dpi = 984;

/** The long side of a photo of 45 mm at 300 dpi. */
export const photoLongSideAt300Dpi = 531;

// Guidance is given in KB; between 1024 and 1000 bytes each the file is right by either count.
const band = (minKb: number, maxKb: number) => ({ minBytes: minKb * 1024, maxBytes: maxKb * 1000 });

const photoGuide: FitGuide = {
  ratio: photoRatio,
  ...band(50, 100),
  longSide: 810,
  mostLongSide: 1062,
  leastLongSide: photoLongSideAt300Dpi,
};

/** 125 mm at 300 dpi. */
const scanLongSide = 1476;
const scanGuide: FitGuide = {
  ...band(100, 250),
  longSide: scanLongSide,
  mostLongSide: scanLongSide * 1.5,
  leastLongSide: scanLongSideAt200Dpi,
};

/** An A4 page at 190 dpi. */
const documentGuide: FitGuide = {
  ...band(0, 1000),
  longSide: 2200,
  mostLongSide: 2200,
  leastLongSide: 1100,
};

/** The size, shape and weight that a picture for that purpose is made to have. */
export function fitGuideOf(purpose: FilePurpose): FitGuide {
  if (purpose === "PHOTO") return photoGuide;
  return purpose === "PASSPORT_FRONT" || purpose === "PASSPORT_BACK" ? scanGuide : documentGuide;
}

/** Of the wanted shape: what is further off has to be cut. */
const ratioTolerance = 0.01;

/** Whether a JPEG is what fitting would make of it; to write it anew would only make it heavier and less sharp. */
export function fitsAlready(size: Size, bytes: number, guide: FitGuide): boolean {
  const { ratio, minBytes, maxBytes, leastLongSide, mostLongSide } = guide;
  const hasShape = ratio === undefined || Math.abs(size.width / size.height / ratio - 1) <= ratioTolerance;
  const longSide = longSideOf(size);
  return (
    hasShape &&
    bytes >= minBytes &&
    bytes <= maxBytes &&
    longSide >= leastLongSide &&
    longSide <= mostLongSide
  );
}
