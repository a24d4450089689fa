/** The background around a head. */
import type { ColourPicture } from "./colourPicture.rules";
import type { Face } from "./findFaces.rules";

export interface Background {
  /** Median red, green and blue. */
  colour: readonly [number, number, number];
  /** Share of its pixels that have another colour; undefined if too little of it is seen. */
  unlike: number | undefined;
  isPlain: boolean;
}

/** Colours closer than this are the same background, in the light and in a soft shadow. */
const sameColour = 42;
/** Share of pixels that may differ: hair that stands out, the edge of a shoulder. */
export const maxUnlike = 0.12;
/** Smallest share of the picture that shows how the background is. */
const minShare = 0.02;

/** Half of the width and height of an ellipse around the face that contains its hair, in sides of the face. */
const [halfHead, aboveFace] = [0.68, 1];

/** Measures the pixels above the eyes that are outside of the head. Below are ears, long hair and shoulders. */
export function measureBackground(picture: ColourPicture, face: Face): Background {
  const { width, height, pixels } = picture;
  const eyeRow = Math.min(height, (face.eyes[0].y + face.eyes[1].y) / 2);
  const places: number[] = [];
  const step = Math.max(1, Math.round(Math.max(width, height) / 270));
  for (let y = 0; y < eyeRow; y += step)
    for (let x = 0; x < width; x += step) {
      const across = (x - face.centre.x) / (halfHead * face.side);
      const along = (y - face.centre.y) / (aboveFace * face.side);
      if (across ** 2 + along ** 2 > 1) places.push(y * width + x);
    }
  const median = (channel: number) => {
    const values = places.map((place) => pixels[place * 3 + channel]!).sort((one, other) => one - other);
    return values[values.length >> 1] ?? 0;
  };
  const colour = [median(0), median(1), median(2)] as const;
  if (places.length * step * step < minShare * width * height)
    return { colour, unlike: undefined, isPlain: false };
  const others = places.filter((place) => colourDistance(picture, place, colour) > sameColour);
  const unlike = others.length / places.length;
  return { colour, unlike, isPlain: unlike <= maxUnlike };
}

/** Distance of a pixel's colour, from 0 to 441. */
export function colourDistance(
  { pixels }: ColourPicture,
  place: number,
  colour: Background["colour"],
): number {
  const at = place * 3;
  return Math.hypot(pixels[at]! - colour[0], pixels[at + 1]! - colour[1], pixels[at + 2]! - colour[2]);
}
