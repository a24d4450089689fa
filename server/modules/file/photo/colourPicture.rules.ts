/** Colour pictures with three bytes per pixel, and squares cut from them. */

export interface ColourPicture {
  /** Red, green and blue. */
  pixels: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A square in a picture, possibly rotated and partly outside. */
export interface Square {
  centre: Point;
  side: number;
  /** Clockwise, in degrees. */
  turn: number;
  /** True if left and right are swapped. */
  isMirrored?: boolean;
}

export const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Removes the alpha channel of a canvas's pixels. */
export function withoutAlpha(rgba: Uint8ClampedArray, width: number, height: number): ColourPicture {
  const pixels = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < pixels.length; from += 4, to += 3) {
    pixels[to] = rgba[from]!;
    pixels[to + 1] = rgba[from + 1]!;
    pixels[to + 2] = rgba[from + 2]!;
  }
  return { pixels, width, height };
}

/** Converts a position in the square, from 0 to 1, to a position in the picture. */
export function fromSquare({ centre, side, turn, isMirrored }: Square, { x, y }: Point): Point {
  const [sine, cosine] = [Math.sin(toRadians(turn)), Math.cos(toRadians(turn))];
  const [right, down] = [(isMirrored ? 0.5 - x : x - 0.5) * side, (y - 0.5) * side];
  return { x: centre.x + right * cosine - down * sine, y: centre.y + right * sine + down * cosine };
}

/**
 * Returns the square at `size` × `size` pixels, with values from -1 to 1. Each value is the mean of as many samples as
 * there are source pixels, to avoid aliasing. Areas outside the picture are black.
 */
export function cutSquare(picture: ColourPicture, square: Square, size: number): Float32Array {
  const { pixels, width, height } = picture;
  const cut = new Float32Array(size * size * 3).fill(-1);
  const samples = Math.max(1, Math.round(square.side / size));
  const step = 1 / (size * samples);
  const origin = fromSquare(square, { x: step / 2, y: step / 2 });
  const beside = fromSquare(square, { x: step * 1.5, y: step / 2 });
  const below = fromSquare(square, { x: step / 2, y: step * 1.5 });
  const part = 1 / (samples * samples * 127.5);
  for (let row = 0; row < size * samples; row++)
    for (let column = 0; column < size * samples; column++) {
      const x = Math.floor(origin.x + column * (beside.x - origin.x) + row * (below.x - origin.x));
      const y = Math.floor(origin.y + column * (beside.y - origin.y) + row * (below.y - origin.y));
      if (x < 0 || x >= width || y < 0 || y >= height) continue;
      const from = (y * width + x) * 3;
      const to = (Math.floor(row / samples) * size + Math.floor(column / samples)) * 3;
      cut[to]! += pixels[from]! * part;
      cut[to + 1]! += pixels[from + 1]! * part;
      cut[to + 2]! += pixels[from + 2]! * part;
    }
  return cut;
}
