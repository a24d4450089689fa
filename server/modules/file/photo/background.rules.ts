import type { ColourPicture } from "./colourPicture.rules";
import type { Face } from "./findFaces.rules";

type Colour = readonly [number, number, number];

export interface Background {
  /** The median colour, computed per channel. */
  colour: Colour;
  /** The background's colour at `x`. It changes evenly if light comes from one side. */
  colourAt: (x: number) => Colour;
  /** Share of background pixels with another colour; undefined if too little background is visible. */
  unlike: number | undefined;
  isPlain: boolean;
}

/** Colours that differ by at most this are the same background, lit or in a soft shadow. */
const sameColour = 42;
/** Uneven light alone does not move a colour further than this from the median. */
const farColour = 110;
/** Share of a plain background's pixels that may have another colour, such as loose hair or the edge of a shoulder. */
export const maxUnlike = 0.12;
/** Share of the picture that must be background for it to be measured. */
const minShare = 0.02;

/** Half the width and height of an ellipse around face and hair, as multiples of the face's side. */
const [halfHead, aboveFace] = [0.68, 1];

/** Measures the pixels above the eyes and outside the head, because ears, long hair and shoulders are below. */
export function measureBackground(picture: ColourPicture, face: Face): Background {
  const { width, height, pixels } = picture;
  const step = Math.max(1, Math.round(Math.max(width, height) / 270));
  const places = listPlaces(picture, face, step);
  const median = (channel: number) => {
    const values = places.map((place) => pixels[place * 3 + channel]!).sort((one, other) => one - other);
    return values[values.length >> 1] ?? 0;
  };
  const colour = [median(0), median(1), median(2)] as const;
  if (places.length * step * step < minShare * width * height)
    return { colour, colourAt: () => colour, unlike: undefined, isPlain: false };
  const isNear = (colourAt: Background["colourAt"], most: number) => (place: number) =>
    colourDistance(picture, place, colourAt(place % width)) <= most;
  const roughly = fitColour(picture, places.filter(isNear(() => colour, farColour)));
  const colourAt = fitColour(picture, places.filter(isNear(roughly, sameColour)));
  const unlike = 1 - places.filter(isNear(colourAt, sameColour)).length / places.length;
  return { colour, colourAt, unlike, isPlain: unlike <= maxUnlike };
}

function listPlaces({ width, height }: ColourPicture, face: Face, step: number): number[] {
  const eyeRow = Math.min(height, (face.eyes[0].y + face.eyes[1].y) / 2);
  const places: number[] = [];
  for (let y = 0; y < eyeRow; y += step)
    for (let x = 0; x < width; x += step) {
      const across = (x - face.centre.x) / (halfHead * face.side);
      const along = (y - face.centre.y) / (aboveFace * face.side);
      if (across ** 2 + along ** 2 > 1) places.push(y * width + x);
    }
  return places;
}

/** Fits a colour that changes evenly from left to right to the pixels at `places`. */
function fitColour({ pixels, width }: ColourPicture, places: readonly number[]): Background["colourAt"] {
  const count = places.length || 1;
  const mean = (of: (place: number) => number) => places.reduce((sum, place) => sum + of(place), 0) / count;
  const meanX = mean((place) => place % width);
  const spread = mean((place) => ((place % width) - meanX) ** 2) || 1;
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const level = mean((place) => pixels[place * 3 + channel]!);
    const slope =
      mean((place) => ((place % width) - meanX) * (pixels[place * 3 + channel]! - level)) / spread;
    return (x: number) => level + slope * (x - meanX);
  }) as [(x: number) => number, (x: number) => number, (x: number) => number];
  return (x) => [red(x), green(x), blue(x)];
}

/** Returns the distance between a pixel's colour and `colour`, from 0 to 441. */
export function colourDistance({ pixels }: ColourPicture, place: number, colour: Colour): number {
  const at = place * 3;
  return Math.hypot(pixels[at]! - colour[0], pixels[at + 1]! - colour[1], pixels[at + 2]! - colour[2]);
}
