/** Finds dark shapes in a grey picture that are the size of a character. */
import type { GreyPicture } from "./greyPicture.rules";

/** A connected dark area: its bounding box and its middle. */
export interface Shape {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A pixel is dark if its level is at most `share` of its surroundings' mean, and lower by at least `margin`. */
export interface Darkness {
  share: number;
  /** Side length of the surroundings of a pixel, in pixels. */
  surroundings: number;
  margin: number;
}

/** Minimum and maximum height of a character in pixels. */
const minHeight = 7;
const maxHeight = 70;
/** Maximum width of a shape as a multiple of its height. A single character is narrower, but blur can join several. */
const maxWidthByHeight = 2.6;

/** `sums` is the picture's `sumTable`. */
export function findShapes(picture: GreyPicture, sums: Uint32Array, darkness: Darkness): Shape[] {
  const runs = findRuns(picture, findDark(picture, sums, darkness));
  const boxes = new Map<number, { left: number; right: number; top: number; bottom: number }>();
  for (const [index, { row, from, to }] of runs.entries()) {
    const root = findRoot(runs, index);
    const box = boxes.get(root);
    if (!box) boxes.set(root, { left: from, right: to, top: row, bottom: row + 1 });
    else {
      box.left = Math.min(box.left, from);
      box.right = Math.max(box.right, to);
      box.bottom = Math.max(box.bottom, row + 1);
    }
  }
  return [...boxes.values()].flatMap(({ left, right, top, bottom }): Shape[] => {
    const [width, height] = [right - left, bottom - top];
    if (height < minHeight || height > maxHeight || width < 2 || width > maxWidthByHeight * height) return [];
    return [{ x: (left + right) / 2, y: (top + bottom) / 2, width, height }];
  });
}

function findDark({ pixels, width, height }: GreyPicture, sums: Uint32Array, darkness: Darkness): Uint8Array {
  const { share, surroundings, margin } = darkness;
  const dark = new Uint8Array(width * height);
  const half = surroundings >> 1;
  const stride = width + 1;
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - half);
    const bottom = Math.min(height, y + half + 1);
    for (let x = 0; x < width; x++) {
      const left = x < half ? 0 : x - half;
      const right = x + half + 1 > width ? width : x + half + 1;
      const sum =
        sums[bottom * stride + right]! -
        sums[top * stride + right]! -
        sums[bottom * stride + left]! +
        sums[top * stride + left]!;
      const mean = sum / ((bottom - top) * (right - left));
      const value = pixels[y * width + x]!;
      if (value < mean * share && mean - value > margin) dark[y * width + x] = 1;
    }
  }
  return dark;
}

/** Dark pixels next to each other in a row; `parent` joins runs of one shape (union-find). */
interface Run {
  row: number;
  from: number;
  to: number;
  parent: number;
}

function findRuns({ width, height }: GreyPicture, dark: Uint8Array): Run[] {
  const runs: Run[] = [];
  let [above, endAbove] = [0, 0];
  for (let row = 0; row < height; row++) {
    const start = runs.length;
    const base = row * width;
    for (let x = 0; x < width; x++) {
      if (!dark[base + x]) continue;
      const from = x;
      while (x < width && dark[base + x]) x++;
      runs.push({ row, from, to: x, parent: runs.length });
    }
    joinRows(runs, [above, endAbove], [start, runs.length]);
    [above, endAbove] = [start, runs.length];
  }
  return runs;
}

/** Joins runs that touch, even if only at a corner. */
function joinRows(runs: Run[], [upper, endUpper]: [number, number], [lower, endLower]: [number, number]) {
  while (upper < endUpper && lower < endLower) {
    const [one, other] = [runs[upper]!, runs[lower]!];
    if (one.to >= other.from && other.to >= one.from) {
      const [first, second] = [findRoot(runs, upper), findRoot(runs, lower)];
      runs[Math.max(first, second)]!.parent = Math.min(first, second);
    }
    if (one.to < other.to) upper++;
    else lower++;
  }
}

function findRoot(runs: Run[], index: number): number {
  while (runs[index]!.parent !== index) {
    const run = runs[index]!;
    run.parent = runs[run.parent]!.parent;
    index = run.parent;
  }
  return index;
}
