/** Finds the 44 characters of an MRZ line in the columns of a network's output. */
import { cellsPerLine, characters } from "./mrzCharacters.rules";

/** Log probabilities of the 37 characters and of "no character", column by column. */
export interface ColumnChances {
  logs: Float32Array;
  columns: number;
}

/** A position in the line, with the log probability of each character. */
export interface Cell {
  logs: Float64Array;
  /** The probability that the cell contains a character at all. */
  ink: number;
}

const none = characters.length;
const classes = none + 1;
/** Possible distances between neighbouring characters, in columns, with their costs. Four is usual. */
const steps = [
  { columns: 3, cost: 0.54 },
  { columns: 4, cost: 0 },
  { columns: 5, cost: 0.54 },
] as const;

/** Applies a log softmax over the classes of each column. `channels` is the number of values per column. */
export function toChances(values: Float32Array, columns: number, channels: number): ColumnChances {
  const logs = new Float32Array(columns * classes);
  for (let column = 0; column < columns; column++) {
    const scores = values.subarray(column * channels, column * channels + classes);
    const largest = Math.max(...scores);
    let sum = 0;
    for (const score of scores) sum += Math.exp(score - largest);
    const total = largest + Math.log(sum);
    for (let index = 0; index < classes; index++) logs[column * classes + index] = scores[index]! - total;
  }
  return { logs, columns };
}

/**
 * Returns the columns of the 44 characters: the path with the most ink in it and the least next to it (Viterbi).
 * Returns undefined if the strip is too short.
 */
export function alignCells({ logs, columns }: ColumnChances): Int16Array | undefined {
  const noneAt = (column: number) => logs[column * classes + none]!;
  const ink = Float64Array.from({ length: columns }, (_, column) =>
    Math.log(Math.max(1e-4, 1 - Math.exp(noneAt(column)))),
  );
  // The log probability that none of the columns before this one contains a character.
  const skipped = new Float64Array(columns + 1);
  for (let column = 0; column < columns; column++)
    skipped[column + 1] = skipped[column]! + Math.max(-7, noneAt(column));

  const best = new Float64Array(cellsPerLine * columns).fill(-Infinity);
  const previous = new Int16Array(cellsPerLine * columns).fill(-1);
  for (let column = 0; column < columns; column++)
    best[column] = ink[column]! + skipped[Math.max(0, column - 1)]!;
  for (let cell = 1; cell < cellsPerLine; cell++)
    for (let column = steps[0].columns; column < columns; column++) {
      let value = -Infinity;
      let from = -1;
      for (const step of steps) {
        const left = column - step.columns;
        if (left < 0) break;
        const between = step.columns > 3 ? 0.35 * (skipped[column - 1]! - skipped[left + 2]!) : 0;
        const score = best[(cell - 1) * columns + left]! - step.cost + between;
        if (score > value) [value, from] = [score, left];
      }
      if (from < 0) continue;
      best[cell * columns + column] = value + ink[column]!;
      previous[cell * columns + column] = from;
    }
  return followBack(best, previous, skipped, columns);
}

function followBack(
  best: Float64Array,
  previous: Int16Array,
  skipped: Float64Array,
  columns: number,
): Int16Array | undefined {
  const lastRow = (cellsPerLine - 1) * columns;
  let value = -Infinity;
  let end = -1;
  for (let column = 0; column < columns; column++) {
    const score = best[lastRow + column]! + skipped[columns]! - skipped[Math.min(columns, column + 2)]!;
    if (score > value) [value, end] = [score, column];
  }
  if (end < 0) return undefined;
  const places = new Int16Array(cellsPerLine);
  for (let cell = cellsPerLine - 1, column = end; cell >= 0; cell--) {
    places[cell] = column;
    column = previous[cell * columns + column]!;
  }
  return places;
}

/** Returns the cells at these columns, each averaged with its neighbours and weighted by their ink. */
export function readCells({ logs, columns }: ColumnChances, places: Int16Array): Cell[] {
  return Array.from(places, (place) => {
    const cell = new Float64Array(none);
    let [total, ink] = [0, 0];
    for (let column = Math.max(0, place - 1); column <= Math.min(columns - 1, place + 1); column++) {
      const inkHere = 1 - Math.exp(logs[column * classes + none]!);
      const weight = inkHere * (column === place ? 1 : 0.7) + 1e-6;
      const logOfInk = Math.log(Math.max(1e-6, inkHere));
      ink = Math.max(ink, inkHere);
      total += weight;
      for (let index = 0; index < none; index++)
        cell[index]! += weight * (logs[column * classes + index]! - logOfInk);
    }
    return { logs: normaliseLogs(cell.map((log) => log / total)), ink };
  });
}

function normaliseLogs(logs: Float64Array): Float64Array {
  const largest = Math.max(...logs);
  const sum = logs.reduce((total, log) => total + Math.exp(log - largest), 0);
  const offset = largest + Math.log(sum);
  return logs.map((log) => log - offset);
}
