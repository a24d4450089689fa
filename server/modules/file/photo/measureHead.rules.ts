/** Measures the head around a face: the detector finds eyes and chin, but not hair. */
import { colourDistance, type Background } from "./background.rules";
import { toRadians, type ColourPicture, type Point } from "./colourPicture.rules";
import type { Face } from "./findFaces.rules";
import type { Range } from "./photoRules.rules";

/** Distance of the detector's box below the chin, as a share of the box's side (mean of 40 drawn portraits). */
const belowChin = 0.055;
/** A head's height as a multiple of the distance from eyes to chin: the eyes are in the middle, and hair is added. */
const usualHeight: Range = { min: 1.8, max: 2.4 };

/** Returns the distance from the middle between the eyes to the chin, in pixels. */
function eyesToChin(face: Face): number {
  const { x, y } = middleOfEyes(face);
  const [sine, cosine] = [Math.sin(toRadians(face.tilt)), Math.cos(toRadians(face.tilt))];
  const toCentre = (face.centre.y - y) * cosine - (face.centre.x - x) * sine;
  return toCentre + face.side * (0.5 - belowChin);
}

export const middleOfEyes = ({ eyes: [left, right] }: Face): Point => ({
  x: (left.x + right.x) / 2,
  y: (left.y + right.y) / 2,
});

export const eyeDistance = ({ eyes: [left, right] }: Face): number =>
  Math.hypot(right.x - left.x, right.y - left.y);

/** Returns the possible heights of the head in pixels, a single one if the hair contrasts with a plain background. */
export function measureHead(picture: ColourPicture, face: Face, background?: Background): Range {
  const toChin = eyesToChin(face);
  const toCrown = background?.isPlain ? findCrown(picture, face, background) : undefined;
  if (toCrown !== undefined) return { min: toChin + toCrown, max: toChin + toCrown };
  return { min: toChin * usualHeight.min, max: toChin * usualHeight.max };
}

/** A pixel whose colour differs less than this from the background may belong to it. */
const minContrast = 28;
/** Offsets from the middle at which to look for hair, as multiples of the face's side. */
const columns = [-0.14, -0.07, 0, 0.07, 0.14];

/** Returns the distance from the eyes to the first row above the face that shows only background. */
function findCrown(picture: ColourPicture, face: Face, { colourAt }: Background): number | undefined {
  const eyes = middleOfEyes(face);
  const toChin = eyesToChin(face);
  const [sine, cosine] = [Math.sin(toRadians(face.tilt)), Math.cos(toRadians(face.tilt))];
  const isBackground = (up: number, beside: number) => {
    const x = Math.round(eyes.x + up * sine + beside * cosine);
    const y = Math.round(eyes.y - up * cosine + beside * sine);
    if (x < 0 || x >= picture.width || y < 0 || y >= picture.height) return undefined;
    return colourDistance(picture, y * picture.width + x, colourAt(x)) < minContrast;
  };
  const step = Math.max(1, toChin / 200);
  // Skin can have the background's colour, so the search begins above the middle of the forehead.
  for (let up = toChin * 0.55; up < toChin * 1.7; up += step) {
    const row = columns.map((column) => isBackground(up, column * face.side));
    if (row.includes(undefined)) return undefined;
    if (row.every(Boolean)) return up;
  }
  return undefined;
}
