/** Measures the sharpness and the light of a face. */
import type { ColourPicture, Point } from "./colourPicture.rules";
import type { Face } from "./findFaces.rules";
import { eyeDistance } from "./measureHead.rules";

/** Returns the brightness of a pixel, from 0 to 255 (BT.709). */
function brightnessAt({ pixels }: ColourPicture, place: number): number {
  const at = place * 3;
  return pixels[at]! * 0.2126 + pixels[at + 1]! * 0.7152 + pixels[at + 2]! * 0.0722;
}

/** Half the width and height of the area around an eye, as shares of the distance between the eyes. */
const [eyeWidth, eyeHeight] = [0.24, 0.16];

/** Minimum contrast at an eye; with less, there is no edge whose blur can be measured. */
const minContrast = 12;

/**
 * Returns a measure of the blur, as a share of the distance between the eyes. Lids and irises are the sharpest edges of
 * every face. An edge of contrast C that is blurred by s has a slope of at most C / (s √2π). Blur also reduces the
 * contrast of such narrow shapes, so the measure is about 0.7 times s. Returns undefined if the eyes have no contrast.
 */
export function measureBlur(picture: ColourPicture, face: Face): number | undefined {
  const distance = eyeDistance(face);
  const blurs = face.eyes.flatMap(({ x, y }) => {
    const [halfWidth, halfHeight] = [Math.round(distance * eyeWidth), Math.round(distance * eyeHeight)];
    const levels: number[] = [];
    const slopes: number[] = [];
    for (let row = Math.round(y) - halfHeight; row <= Math.round(y) + halfHeight; row++)
      for (let column = Math.round(x) - halfWidth; column <= Math.round(x) + halfWidth; column++) {
        if (row < 1 || row >= picture.height - 1 || column < 1 || column >= picture.width - 1) continue;
        const place = row * picture.width + column;
        const at = (by: number) => brightnessAt(picture, place + by);
        levels.push(at(0));
        slopes.push(Math.hypot(at(1) - at(-1), at(picture.width) - at(-picture.width)) / 2);
      }
    const contrast = quantile(levels, 0.98) - quantile(levels, 0.02);
    if (!(contrast >= minContrast)) return [];
    return [contrast / (quantile(slopes, 0.99) * Math.sqrt(2 * Math.PI) * distance)];
  });
  return blurs.length > 0 ? Math.min(...blurs) : undefined;
}

export interface Light {
  /** Brightness of the white of an eye or of shiny skin, which distinguishes a dark picture from dark skin. */
  brightest: number;
  /** Share of the face that is overexposed. */
  burnt: number;
}

export function measureLight(picture: ColourPicture, face: Face): Light {
  const skin = levelsAround(picture, face.centre, face.side * 0.4, face.side * 0.4);
  const distance = eyeDistance(face);
  const eyes = face.eyes.map((eye) => levelsAround(picture, eye, distance * eyeWidth, distance * eyeHeight));
  return {
    brightest: Math.max(...eyes.map((levels) => quantile(levels, 0.97))),
    burnt: skin.filter((level) => level > 250).length / skin.length,
  };
}

function levelsAround(
  picture: ColourPicture,
  { x, y }: Point,
  halfWidth: number,
  halfHeight: number,
): number[] {
  const [left, right] = [Math.max(0, Math.ceil(x - halfWidth)), Math.min(picture.width, x + halfWidth)];
  const [top, bottom] = [Math.max(0, Math.ceil(y - halfHeight)), Math.min(picture.height, y + halfHeight)];
  const levels: number[] = [];
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++)
      levels.push(brightnessAt(picture, row * picture.width + column));
  return levels;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
