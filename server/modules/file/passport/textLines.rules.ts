/** Joins shapes into lines of characters with equal pitch. */
import type { Shape } from "./shapes.rules";

/** Characters along the line y = offset + slope · x. */
export interface TextLine {
  shapes: Shape[];
  offset: number;
  slope: number;
  /** Median height of the characters. */
  height: number;
  /** Distance between the centres of neighbouring characters. */
  pitch: number;
  /** Share of the distances between neighbours that are multiples of the pitch. */
  regularity: number;
  left: number;
  right: number;
}

export function yAt({ offset, slope }: Pick<TextLine, "offset" | "slope">, x: number): number {
  return offset + slope * x;
}

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1]!;
}

/** Returns intercept and slope of the least-squares line. */
export function fitLine(points: readonly { x: number; y: number }[]): [number, number] {
  let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0];
  for (const { x, y } of points) {
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumXY += x * y;
  }
  const count = points.length;
  const slope = (count * sumXY - sumX * sumY) / (count * sumXX - sumX * sumX || 1);
  return [(sumY - slope * sumX) / count, slope];
}

/** Fits a line, then repeats the fit without outliers. */
function fitShapes(shapes: readonly Shape[]): { offset: number; slope: number } {
  let used = shapes;
  let [offset, slope] = fitLine(used);
  for (let round = 0; round < 2; round++) {
    const limit = 0.22 * median(used.map(({ height }) => height));
    const near = shapes.filter(({ x, y }) => Math.abs(y - offset - slope * x) < limit);
    if (near.length < 4) break;
    used = near;
    [offset, slope] = fitLine(used);
  }
  return { offset, slope };
}

/**
 * Returns lines of at least seven characters. Of two lines in the same place, omits the later one unless it has more
 * characters.
 */
export function findTextLines(shapes: Shape[]): TextLine[] {
  const lines: TextLine[] = [];
  for (const chain of chainShapes(shapes)) {
    const line = chain.length < 7 ? undefined : growLine(chain, shapes);
    if (line && !lines.some((other) => covers(other, line))) lines.push(line);
  }
  return lines;
}

function covers(one: TextLine, other: TextLine): boolean {
  const middle = (other.left + other.right) / 2;
  const overlap = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const shorter = Math.min(one.right - one.left, other.right - other.left);
  return (
    Math.abs(yAt(one, middle) - yAt(other, middle)) < 0.5 * other.height &&
    overlap > 0.5 * shorter &&
    one.shapes.length >= other.shapes.length
  );
}

/** Returns chains of shapes that are each other's nearest neighbour to the right and to the left. */
function chainShapes(shapes: Shape[]): Shape[][] {
  shapes.sort((one, other) => one.x - other.x);
  const count = shapes.length;
  const next = new Int32Array(count).fill(-1);
  const previous = new Int32Array(count).fill(-1);
  const nextCost = new Float64Array(count).fill(Infinity);
  const previousCost = new Float64Array(count).fill(Infinity);
  for (let index = 0; index < count; index++)
    for (let other = index + 1; other < count; other++) {
      const cost = neighbourCost(shapes[index]!, shapes[other]!);
      if (cost === undefined) break;
      if (cost < nextCost[index]!) {
        nextCost[index] = cost;
        next[index] = other;
      }
      if (cost < previousCost[other]!) {
        previousCost[other] = cost;
        previous[other] = index;
      }
    }
  return followNeighbours(shapes, next, previous);
}

/**
 * Returns the cost of joining two shapes; undefined if `right` is too far away, Infinity if it cannot be a neighbour.
 */
function neighbourCost(left: Shape, right: Shape): number | undefined {
  const across = right.x - left.x;
  if (across > 2.6 * left.height) return undefined;
  const higher = Math.max(left.height, right.height);
  const lower = Math.min(left.height, right.height);
  const down = Math.abs(right.y - left.y);
  if (lower < 0.55 * higher || down > 0.3 * higher + 0.12 * across || across < 0.35 * lower) return Infinity;
  return across + 2.5 * down + 2 * (higher - lower);
}

function followNeighbours(shapes: readonly Shape[], next: Int32Array, previous: Int32Array): Shape[][] {
  const isNeighbour = (left: number, right: number) => next[left] === right && previous[right] === left;
  const seen = new Uint8Array(shapes.length);
  const chains: Shape[][] = [];
  for (let start = 0; start < shapes.length; start++) {
    if (seen[start] || (previous[start]! >= 0 && isNeighbour(previous[start]!, start))) continue;
    const chain: Shape[] = [];
    for (let at = start; at >= 0 && !seen[at];) {
      seen[at] = 1;
      chain.push(shapes[at]!);
      const following = next[at]!;
      at = following >= 0 && isNeighbour(at, following) ? following : -1;
    }
    if (chain.length >= 5) chains.push(chain);
  }
  return chains;
}

/** Extends a chain along its line, over gaps of up to seven character heights, and measures its pitch. */
function growLine(chain: readonly Shape[], shapes: readonly Shape[]): TextLine | undefined {
  let members = chain;
  let line = fitShapes(members);
  let height = median(members.map((shape) => shape.height));
  for (let round = 0; round < 3; round++) {
    const near = shapes.filter(
      (shape) =>
        Math.abs(shape.y - yAt(line, shape.x)) < 0.38 * height &&
        shape.height > 0.5 * height &&
        shape.height < 1.6 * height,
    );
    let [left, right] = [members[0]!.x, members.at(-1)!.x];
    for (const { x } of near.toReversed()) if (x < left && left - x < 7 * height) left = x;
    for (const { x } of near) if (x > right && x - right < 7 * height) right = x;
    members = near.filter(({ x }) => x >= left && x <= right);
    if (members.length < 5) return undefined;
    line = fitShapes(members);
    height = median(members.map((shape) => shape.height));
  }
  const gaps = members.slice(1).map(({ x }, index) => x - members[index]!.x);
  const single = gaps.filter((gap) => gap > 0.5 * height && gap < 1.8 * height);
  if (single.length === 0) return undefined;
  const pitch = median(single);
  const regular = gaps.filter((gap) => Math.abs(gap / pitch - Math.round(gap / pitch)) < 0.2);
  const [left, right] = [members[0]!.x, members.at(-1)!.x];
  return {
    ...line,
    shapes: [...members],
    height,
    pitch,
    regularity: regular.length / gaps.length,
    left,
    right,
  };
}
