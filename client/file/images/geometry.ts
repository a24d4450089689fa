/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** A part of a picture, in fractions of its width and height, from its top left corner. */
export interface Part extends Size {
  x: number;
  y: number;
}

/** What somebody did to a picture by hand: turned it, then chose a part of what they saw. */
export interface Edit {
  turn: Turn;
  part: Part;
}

export const longSideOf = ({ width, height }: Size) => Math.max(width, height);
export const shortSideOf = ({ width, height }: Size) => Math.min(width, height);

/** One quarter to the right or to the left. */
export function turnOn(turn: Turn, quarter: 90 | -90): Turn {
  return ((turn + quarter + 360) % 360) as Turn;
}

/** The size after a turn. */
export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The same shape with that long side, in whole pixels. */
export function withLongSide(size: Size, longSide: number): Size {
  const scale = longSide / longSideOf(size);
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/**
 * The largest part with that ratio of width to height, from the middle of a wide picture; all of it where no ratio
 * is asked for. Of a tall picture `above` is the share of the spare height that is left out at the top: none keeps
 * the head of a portrait in, a half takes the middle.
 */
export function partOfRatio({ width, height }: Size, ratio: number | undefined, above = 0): Part {
  if (ratio === undefined) return { x: 0, y: 0, width: 1, height: 1 };
  const share = (ratio * height) / width;
  return share <= 1
    ? { x: (1 - share) / 2, y: 0, width: share, height: 1 }
    : { x: 0, y: (1 - 1 / share) * above, width: 1, height: 1 / share };
}

/** Where a part of the turned picture lies in the picture before it was turned. */
export function turnBack(part: Part, turn: Turn): Part {
  const { x, y, width, height } = part;
  if (turn === 0) return part;
  if (turn === 180) return { x: 1 - x - width, y: 1 - y - height, width, height };
  return turn === 90
    ? { x: y, y: 1 - x - width, width: height, height: width }
    : { x: 1 - y - height, y: x, width: height, height: width };
}

/** The size of a part, in pixels that need not be whole. */
export function sizeOfPart(size: Size, part: Part): Size {
  return { width: size.width * part.width, height: size.height * part.height };
}
