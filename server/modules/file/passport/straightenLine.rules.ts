/** Corrects the pitch, bend and height of a line's curve from its strip. */
import {
  cellWidth,
  clamp,
  cutStrip,
  marginCells,
  normaliseStrip,
  stripHeight,
  stripHeightInCharacters,
  stripWidth,
  type LineCurve,
  type Strip,
} from "./cutStrip.rules";
import type { GreyPicture } from "./greyPicture.rules";
import { solveLinear } from "./homography.rules";
import { cellsPerLine } from "./mrzCharacters.rules";

type Parabola = readonly [number, number, number];

/** Height of the characters in a correctly cut strip, in pixels. */
const usualHeight = 15.2;
const bendParts = 8;

/** Moves the cells to the positions at which the characters were found, in columns of `step` pixels. */
export function followPlaces(curve: LineCurve, places: Int16Array, step: number): LineCurve {
  const points = Array.from(places, (place, cell) => ({
    x: cell + 0.5,
    y: ((place + 0.5) * step) / cellWidth - marginCells,
  }));
  const parabola = fitParabola(points);
  return (cell) => curve(valueAt(parabola, cell));
}

/** Follows the bend of a page, measured by the middle of the ink in eight parts of the line. */
export function followBend(picture: GreyPicture, curve: LineCurve): LineCurve {
  const strip = normaliseStrip(cutStrip(picture, curve, 1));
  const width = cellsPerLine / bendParts;
  const points = Array.from({ length: bendParts }, (_, part) => {
    const from = Math.round((marginCells + part * width) * cellWidth);
    const { middle, height } = measureInk(strip, from, Math.round(from + width * cellWidth));
    return { x: (part + 0.5) * width, y: toCharacters(middle), height };
  }).filter(({ height }) => height > 9 && height < 20);
  if (points.length < 6) return curve;
  const parabola = fitParabola(points);
  if (!parabola.every(Number.isFinite)) return curve;
  return (cell) => moveDown(curve, cell, clamp(valueAt(parabola, cell), -0.4, 0.4));
}

/** Centres the curve on the ink and fits it to the ink's height; a `share` below 1 cuts closer. */
export function followHeight(picture: GreyPicture, curve: LineCurve, share: number): LineCurve {
  const strip = normaliseStrip(cutStrip(picture, curve, 1));
  const { middle, height } = measureInk(strip, marginCells * cellWidth, stripWidth - marginCells * cellWidth);
  const zoom = clamp(height / usualHeight, 0.85, 1.18) * share;
  return (cell) => {
    const point = moveDown(curve, cell, toCharacters(middle));
    return { ...point, downX: point.downX * zoom, downY: point.downY * zoom };
  };
}

function moveDown(curve: LineCurve, cell: number, characters: number) {
  const { x, y, downX, downY } = curve(cell);
  return { x: x + downX * characters, y: y + downY * characters, downX, downY };
}

/** Converts a row of a strip to its distance below the middle, in character heights. */
function toCharacters(row: number): number {
  return ((row - stripHeight / 2) / stripHeight) * stripHeightInCharacters;
}

/** Returns the middle and height of the ink between two columns of a normalised strip, in rows. */
function measureInk(strip: Strip, from: number, to: number): { middle: number; height: number } {
  const rows = Array.from({ length: stripHeight }, (_, row) => {
    let sum = 0;
    for (let column = from; column < to; column++) sum += Math.max(0, strip[row * stripWidth + column]!);
    return sum;
  });
  const [least, most] = [Math.min(...rows), Math.max(...rows)];
  const limit = least + 0.4 * (most - least);
  const first = Math.max(
    0,
    rows.findIndex((ink) => ink >= limit),
  );
  const last = rows.findLastIndex((ink) => ink >= limit);
  /** Returns the fraction of the row outside the edge that is ink, by interpolation. */
  const part = (row: number, outside: number) => {
    const [inside, beyond] = [rows[row]!, rows[outside]];
    return beyond === undefined || inside === beyond ? 0 : (limit - beyond) / (inside - beyond);
  };
  const top = first - (first > 0 ? part(first, first - 1) : 0);
  const bottom = last + (last < stripHeight - 1 ? part(last, last + 1) : 0);
  return { middle: (top + bottom) / 2 + 0.5, height: bottom - top + 1 };
}

function valueAt([constant, linear, square]: Parabola, x: number): number {
  return constant + linear * x + square * x ** 2;
}

/** Fits a parabola by least squares, repeated once without outliers. */
function fitParabola(points: readonly { x: number; y: number }[]): Parabola {
  const first = leastSquares(points);
  const near = points.filter(({ x, y }) => Math.abs(y - valueAt(first, x)) < 0.3);
  return near.length < 12 ? first : leastSquares(near);
}

function leastSquares(points: readonly { x: number; y: number }[]): Parabola {
  const powers = [0, 0, 0, 0, 0];
  const values = [0, 0, 0];
  for (const { x, y } of points)
    for (let degree = 0, power = 1; degree < powers.length; degree++, power *= x) {
      powers[degree]! += power;
      if (degree < values.length) values[degree]! += power * y;
    }
  const rows = values.map((value, row) => [...powers.slice(row, row + 3), value]);
  solveLinear(rows);
  const [constant, linear, square] = rows.map((row, index) => row[3]! / row[index]!);
  return [constant!, linear!, square!];
}
