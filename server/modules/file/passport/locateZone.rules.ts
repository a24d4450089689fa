/** Finds the two lines of an MRZ in a grey picture. */
import { blur, sumTable, type GreyPicture } from "./greyPicture.rules";
import { findShapes, type Darkness } from "./shapes.rules";
import { findTextLines, yAt, type TextLine } from "./textLines.rules";
import { cellsPerLine } from "./mrzCharacters.rules";

/** Two lines of text that may be the MRZ. */
export interface LinePair {
  upper: TextLine;
  lower: TextLine;
  /** Distance between the lines, and their mean pitch, in pixels. */
  distance: number;
  pitch: number;
  score: number;
}

export interface Located {
  /** The best pair comes first. */
  pairs: LinePair[];
  /** True if the picture contains at least three lines of text. */
  hasText: boolean;
  /** Pairs that are certainly MRZs, even if other marks touch their ends. An MRZ may be upside down. */
  zones: LinePair[];
}

/** If a pair has a higher score, no other threshold is tried. */
const goodScore = 70;
/** A picture with more shapes is mostly noise, and comparing them takes too long. */
const maxShapes = 9000;
const maxCells = 52;
const maxCellsWithMarks = 60;
const thresholds: readonly Darkness[] = [
  { share: 0.86, surroundings: 41, margin: 3 },
  { share: 0.93, surroundings: 41, margin: 3 },
  { share: 0.78, surroundings: 31, margin: 3 },
];
/** For a noisy picture: tried after more blur if the other thresholds find no pair. */
const noisyThresholds: readonly Darkness[] = [0.9, 0.84, 0.95].map((share) => ({
  share,
  surroundings: 51,
  margin: 2,
}));

export function locateZone(picture: GreyPicture): Located {
  const soft = blur(picture);
  const found = tryThresholds(soft, thresholds);
  if (found.pairs.length > 0) return found;
  const noisy = tryThresholds(blur(blur(blur(soft))), noisyThresholds);
  return { ...noisy, hasText: found.hasText || noisy.hasText };
}

/** Like `locateZone`, but tries only one threshold. */
export function glanceForZone(picture: GreyPicture): Located {
  return tryThresholds(blur(picture), thresholds.slice(0, 1));
}

function tryThresholds(picture: GreyPicture, all: readonly Darkness[]): Located {
  const sums = sumTable(picture);
  const pairs: LinePair[] = [];
  let zones: LinePair[] = [];
  let hasText = false;
  for (const darkness of all) {
    const shapes = findShapes(picture, sums, darkness);
    if (shapes.length > maxShapes) continue;
    const lines = findTextLines(shapes);
    hasText ||= lines.length >= 3;
    zones = pairLines(lines.filter(isZoneLine), maxCellsWithMarks);
    const [best, ...others] = pairLines(lines);
    if (!best) continue;
    pairs.push(best, ...others.filter((other) => isApart(best, other)).slice(0, 1));
    if (best.score > goodScore) break;
  }
  return { pairs: pairs.sort((one, other) => other.score - one.score), hasText, zones };
}

/** True if the pairs cannot belong to the same passport. */
export function isApart(one: LinePair, other: LinePair): boolean {
  const middle = ({ upper, lower }: LinePair) => {
    const x = (upper.left + upper.right) / 2;
    return { x, y: (yAt(upper, x) + yAt(lower, x)) / 2 };
  };
  const [first, second] = [middle(one), middle(other)];
  const length = one.upper.right - one.upper.left;
  return Math.abs(first.y - second.y) > 4 * one.distance || Math.abs(first.x - second.x) > 0.8 * length;
}

/** True if the line has the characters of an MRZ line, except for some hidden by glare, and little else. */
function isZoneLine({ shapes, regularity }: TextLine): boolean {
  return shapes.length >= cellsPerLine - 6 && shapes.length <= cellsPerLine + 4 && regularity > 0.9;
}

function pairLines(lines: readonly TextLine[], most = maxCells): LinePair[] {
  const pairs = lines.flatMap((upper) =>
    lines.flatMap((lower) => (upper === lower ? [] : (pairUp(upper, lower, most) ?? []))),
  );
  return pairs.sort((one, other) => other.score - one.score);
}

/**
 * Returns the pair; undefined unless the lines are parallel, one below the other, with similar pitch and 28 to `most`
 * cells.
 */
function pairUp(upper: TextLine, lower: TextLine, most: number): LinePair | undefined {
  const overlap = Math.min(upper.right, lower.right) - Math.max(upper.left, lower.left);
  const length = Math.max(upper.right, lower.right) - Math.min(upper.left, lower.left);
  if (overlap < 0.4 * length) return undefined;
  const middle = (Math.max(upper.left, lower.left) + Math.min(upper.right, lower.right)) / 2;
  const distance = yAt(lower, middle) - yAt(upper, middle);
  const pitch = (upper.pitch + lower.pitch) / 2;
  const height = (upper.height + lower.height) / 2;
  const cells = length / pitch + 1;
  const fits =
    distance >= 1.5 * pitch &&
    distance <= 3.3 * pitch &&
    Math.abs(upper.slope - lower.slope) <= 0.06 &&
    Math.abs(upper.pitch - lower.pitch) <= 0.2 * pitch &&
    pitch >= 0.75 * height &&
    pitch <= 1.7 * height &&
    cells >= 28 &&
    cells <= most;
  if (!fits) return undefined;
  const seen = upper.shapes.length * upper.regularity + lower.shapes.length * lower.regularity;
  const score = seen - 1.5 * Math.abs(cells - cellsPerLine) + (overlap / pitch) * 0.3;
  return { upper, lower, distance, pitch, score };
}
