/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** A part of a picture, as fractions of its width and height from the top left corner. */
export interface Part extends Size {
  x: number;
  y: number;
}

/** A manual edit: the rotation, then a part of the rotated picture. */
export interface Edit {
  turn: Turn;
  part: Part;
}

export const getLongSide = ({ width, height }: Size) => Math.max(width, height);
export const getShortSide = ({ width, height }: Size) => Math.min(width, height);

export function turnOn(turn: Turn, quarter: 90 | -90): Turn {
  return ((turn + quarter + 360) % 360) as Turn;
}

export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the size scaled to `longSide`, in whole pixels. */
export function withLongSide(size: Size, longSide: number): Size {
  const scale = longSide / getLongSide(size);
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/**
 * Returns the largest part with that ratio of width to height, or the whole picture if `ratio` is undefined. Wide
 * pictures are cropped to the middle. If the picture is too tall, `above` is the share of the excess that is cut at the
 * top: 0 keeps a portrait's head.
 */
export function partOfRatio({ width, height }: Size, ratio: number | undefined, above = 0): Part {
  if (ratio === undefined) return { x: 0, y: 0, width: 1, height: 1 };
  const share = (ratio * height) / width;
  return share <= 1
    ? { x: (1 - share) / 2, y: 0, width: share, height: 1 }
    : { x: 0, y: (1 - 1 / share) * above, width: 1, height: 1 / share };
}

/** Maps a part of the rotated picture to the picture before its rotation. */
export function turnBack(part: Part, turn: Turn): Part {
  const { x, y, width, height } = part;
  if (turn === 0) return part;
  if (turn === 180) return { x: 1 - x - width, y: 1 - y - height, width, height };
  return turn === 90
    ? { x: y, y: 1 - x - width, width: height, height: width }
    : { x: 1 - y - height, y: x, width: height, height: width };
}

export function sizeOfPart(size: Size, part: Part): Size {
  return { width: size.width * part.width, height: size.height * part.height };
}
