/** Finds the ends of the 44 cells of a located pair of lines. */
import type { ZoneCorners } from "./cutStrip.rules";
import type { Point } from "./homography.rules";
import type { LinePair } from "./locateZone.rules";
import { cellsPerLine } from "./mrzCharacters.rules";
import type { Shape } from "./shapes.rules";
import { fitLine, yAt } from "./textLines.rules";

/** A shape with its line and its position along the line, after both lines are aligned. */
interface Placed {
  along: number;
  line: 0 | 1;
  shape: Shape;
}

export function findCorners(pair: LinePair): ZoneCorners {
  const { upper, lower, distance, pitch } = pair;
  const lines = [upper, lower] as const;
  const slope = (upper.slope + lower.slope) / 2;
  // In a tilted MRZ, the lower line is shifted along the upper one.
  const shift = slope * distance;
  const placed = withoutNeighbours(
    lines.flatMap(({ shapes }, line) =>
      shapes.map((shape) => ({ along: shape.x + line * shift, line: line as 0 | 1, shape })),
    ),
    pitch,
  );
  const [left, right] = extent(placed);
  const ends = lines.flatMap((textLine, line) => {
    const [first, last] = extent(placed.filter((one) => one.line === line));
    const from = first - left < 0.7 * pitch ? first : left;
    const to = right - last < 0.7 * pitch ? last : right;
    return [from - pitch / 2, to + pitch / 2].map((along): Point => {
      const x = along - line * shift;
      return [x, yAt(textLine, x)];
    });
  }) as unknown as [Point, Point, Point, Point];
  const cosine = 1 / Math.hypot(1, slope);
  const [height, growth] = fitHeights(placed.map(({ shape }) => ({ x: shape.x, y: shape.height })));
  const heightAt = ([x]: Point) => (height + growth * x) * cosine;
  return {
    ends,
    heights: [
      [heightAt(ends[0]), heightAt(ends[1])],
      [heightAt(ends[2]), heightAt(ends[3])],
    ],
    distance: (distance * cosine ** 2) / pitch,
  };
}

function extent(placed: readonly Placed[]): [number, number] {
  const along = placed.map((one) => one.along);
  return [Math.min(...along), Math.max(...along)];
}

/** If the shapes span more than 44 cells, keeps those in the 44 cells that contain the most shapes. */
function withoutNeighbours(placed: readonly Placed[], pitch: number): readonly Placed[] {
  const [left, right] = extent(placed);
  if ((right - left) / pitch + 1 <= cellsPerLine + 1.2) return placed;
  let most = 0;
  let start = left;
  for (const { along } of placed) {
    const from = along - 0.3 * pitch;
    const count = placed.filter((one) => one.along >= from && one.along <= from + 43.7 * pitch).length;
    if (count > most) [most, start] = [count, from];
  }
  return placed.filter(({ along }) => along >= start && along <= start + 43.9 * pitch);
}

/** Fits a line to the largest heights, because faint print makes a character's shape shorter but never taller. */
function fitHeights(heights: readonly { x: number; y: number }[]): [number, number] {
  let [height, growth] = fitLine(heights);
  for (let round = 0; round < 3; round++) {
    const kept = heights.filter(({ x, y }) => {
      const ratio = y / (height + growth * x);
      return ratio > 0.97 && ratio < 1.25;
    });
    if (kept.length < 6) break;
    [height, growth] = fitLine(kept);
  }
  return [height, growth];
}
