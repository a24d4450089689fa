/** Cuts a line of the MRZ out of a picture as a strip of fixed size. */
import type { GreyPicture } from "./greyPicture.rules";
import { project, solveHomography, type Point } from "./homography.rules";
import { cellsPerLine } from "./mrzCharacters.rules";

/** Pixels per cell. */
export const cellWidth = 16;
/** Cells to the left and right of the line. */
export const marginCells = 3;
export const stripWidth = (cellsPerLine + 2 * marginCells) * cellWidth;
export const stripHeight = 24;
/** Height of a strip in character heights. */
export const stripHeightInCharacters = 1.54;

/** Grey levels, row by row. */
export type Strip = Float32Array;

/** The middle of a line at `cell`, and the vector from there down by a character's height. */
export interface LinePoint {
  x: number;
  y: number;
  downX: number;
  downY: number;
}
export type LineCurve = (cell: number) => LinePoint;

/** Cuts a strip along the curve, with `samples` samples per pixel in each direction. */
export function cutStrip(picture: GreyPicture, curve: LineCurve, samples: 1 | 2 = 2): Strip {
  const strip = new Float32Array(stripWidth * stripHeight);
  for (let column = 0; column < stripWidth; column++)
    for (let across = 0; across < samples; across++) {
      const cell = (column + (across + 0.5) / samples) / cellWidth - marginCells;
      const { x, y, downX, downY } = curve(cell);
      for (let row = 0; row < stripHeight; row++) {
        let sum = 0;
        for (let step = 0; step < samples; step++) {
          const down =
            ((row + (step + 0.5) / samples - stripHeight / 2) / stripHeight) * stripHeightInCharacters;
          sum += sampleAt(picture, x + downX * down, y + downY * down);
        }
        strip[row * stripWidth + column]! += sum / (samples * samples);
      }
    }
  return strip;
}

/** Interpolates between four pixels. */
function sampleAt({ pixels, width, height }: GreyPicture, x: number, y: number): number {
  const [inX, inY] = [clamp(x - 0.5, 0, width - 1), clamp(y - 0.5, 0, height - 1)];
  const left = Math.min(Math.floor(inX), width - 2);
  const top = Math.min(Math.floor(inY), height - 2);
  const [right, down] = [inX - left, inY - top];
  const at = top * width + left;
  return (
    (pixels[at]! * (1 - right) + pixels[at + 1]! * right) * (1 - down) +
    (pixels[at + width]! * (1 - right) + pixels[at + width + 1]! * right) * down
  );
}

export function clamp(value: number, from: number, to: number): number {
  return value < from ? from : value > to ? to : value;
}

/**
 * The position of the MRZ in the picture. `heights` has the characters' heights at the left and right end of each
 * line.
 */
export interface ZoneCorners {
  /** Left and right end of the upper line, then of the lower one, in the middle of the characters. */
  ends: readonly [Point, Point, Point, Point];
  heights: readonly [readonly [number, number], readonly [number, number]];
  /** Distance between the lines, in cells. */
  distance: number;
}

export function lineCurves({ ends, heights, distance }: ZoneCorners): [LineCurve, LineCurve] {
  const corners = [
    [0, 0],
    [cellsPerLine, 0],
    [0, distance],
    [cellsPerLine, distance],
  ] as const;
  const map = solveHomography(corners, ends);
  const curveOf = (line: 0 | 1): LineCurve => {
    const [left, right] = heights[line];
    return (cell) => {
      const [x, y] = project(map, cell, line * distance);
      const [belowX, belowY] = project(map, cell, line * distance + 0.5);
      const height = left + ((right - left) * cell) / cellsPerLine;
      const length = Math.hypot(belowX - x, belowY - y);
      return { x, y, downX: ((belowX - x) / length) * height, downY: ((belowY - y) / length) * height };
    };
  };
  return [curveOf(0), curveOf(1)];
}

/** Returns, for each column, the sums of the levels and of their squares in all columns to its left. */
function columnSums(strip: Strip): { sums: Float64Array; squares: Float64Array } {
  const [sums, squares] = [new Float64Array(stripWidth + 1), new Float64Array(stripWidth + 1)];
  for (let column = 0; column < stripWidth; column++) {
    let [sum, square] = [0, 0];
    for (let at = column; at < strip.length; at += stripWidth) {
      sum += strip[at]!;
      square += strip[at]! ** 2;
    }
    sums[column + 1] = sums[column]! + sum;
    squares[column + 1] = squares[column]! + square;
  }
  return { sums, squares };
}

/** Calls `visit` with each column, and the mean and deviation of the columns up to `half` away. */
function forEachColumn(
  strip: Strip,
  half: number,
  visit: (column: number, mean: number, deviation: number) => void,
): void {
  const { sums, squares } = columnSums(strip);
  for (let column = 0; column < stripWidth; column++) {
    const from = Math.max(0, column - half);
    const to = Math.min(stripWidth, column + half + 1);
    const count = (to - from) * stripHeight;
    const mean = (sums[to]! - sums[from]!) / count;
    const variance = (squares[to]! - squares[from]!) / count - mean ** 2;
    visit(column, mean, Math.sqrt(Math.max(0, variance)));
  }
}

/** Evens out the lighting. Returns the darkness of each pixel in standard deviations of its surroundings. */
export function normaliseStrip(strip: Strip): Strip {
  const normal = new Float32Array(strip.length);
  forEachColumn(strip, 28, (column, mean, deviation) => {
    for (let at = column; at < strip.length; at += stripWidth)
      normal[at] = clamp((mean - strip[at]!) / (deviation + 3), -4, 4);
  });
  return normal;
}

/** Returns 1 for ink and -0.5 for paper (Sauvola's threshold). */
export function toBlackAndWhite(strip: Strip): Strip {
  const ink = new Float32Array(strip.length).fill(-0.5);
  forEachColumn(strip, 20, (column, mean, deviation) => {
    if (deviation <= 2) return;
    for (let at = column; at < strip.length; at += stripWidth)
      if (strip[at]! < mean - 0.25 * deviation) ink[at] = 1;
  });
  return ink;
}
