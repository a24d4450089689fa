/** Grey pictures with one byte per pixel. */

export interface GreyPicture {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Longest side in pixels. If the page fills the picture, a character is then 30 pixels wide. */
export const maxReadSide = 1600;

/** Returns the mean of each pixel and its eight neighbours. */
export function blur({ pixels, width, height }: GreyPicture): GreyPicture {
  const rows = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    rows[row] = pixels[row]! * 2 + pixels[row + 1]!;
    for (let x = row + 1; x < row + width - 1; x++) rows[x] = pixels[x - 1]! + pixels[x]! + pixels[x + 1]!;
    rows[row + width - 1] = pixels[row + width - 1]! * 2 + pixels[row + width - 2]!;
  }
  const blurred = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const above = y > 0 ? row - width : row;
    const below = y < height - 1 ? row + width : row;
    for (let x = 0; x < width; x++)
      blurred[row + x] = (rows[above + x]! + rows[row + x]! + rows[below + x]!) / 9;
  }
  return { pixels: blurred, width, height };
}

/** Returns, for each corner of a pixel, the sum of all pixels above and to the left of it. */
export function sumTable({ pixels, width, height }: GreyPicture): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    const row = (y + 1) * (width + 1);
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += pixels[y * width + x]!;
      sums[row + x + 1] = sums[row - width + x]! + sum;
    }
  }
  return sums;
}

/** Clockwise quarter turns. */
export type QuarterTurns = 0 | 1 | 2 | 3;

export function turnPicture(picture: GreyPicture, turns: QuarterTurns): GreyPicture {
  const { pixels, width, height } = picture;
  if (turns === 0) return picture;
  const turned = new Uint8Array(pixels.length);
  if (turns === 2) {
    for (let at = 0, last = pixels.length - 1; at <= last; at++) turned[at] = pixels[last - at]!;
    return { pixels: turned, width, height };
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = turns === 1 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      turned[at] = pixels[y * width + x]!;
    }
  return { pixels: turned, width: height, height: width };
}

/** Converts pixels in red, green, blue and alpha to a grey picture (BT.709 weights). */
export function toGrey(rgba: Uint8ClampedArray, width: number, height: number): GreyPicture {
  const pixels = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < pixels.length; at++, from += 4)
    pixels[at] = (rgba[from]! * 54 + rgba[from + 1]! * 183 + rgba[from + 2]! * 19) >> 8;
  return { pixels, width, height };
}
