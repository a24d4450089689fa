/** Finds cells that glare has washed out. */
import { cellWidth, marginCells, stripHeight, stripWidth, type Strip } from "./cutStrip.rules";
import { cellsPerLine } from "./mrzCharacters.rules";
import { median } from "./textLines.rules";

/**
 * Returns true for each cell that is partly brighter than the line's paper or has far less contrast than the others.
 * Glare can make a `0` look like a `U`, and the check digit is then the same.
 */
export function findGlare(strip: Strip): boolean[] {
  const cells = Array.from({ length: cellsPerLine }, (_, cell) => levelsOf(strip, cell));
  const sorted = cells.map((levels) => [...levels].sort((one, other) => one - other));
  const quantile = (levels: readonly number[], share: number) => levels[Math.floor(levels.length * share)]!;
  const paper = sorted.map((levels) => quantile(levels, 0.75));
  const contrast = sorted.map((levels) => quantile(levels, 0.95) - quantile(levels, 0.04));
  const usualContrast = median(contrast);
  const usualPaper = median(paper);
  return cells.map((levels, cell) => {
    const nearPaper = median(paper.slice(Math.max(0, cell - 10), cell + 11));
    const limit = Math.min(usualPaper, nearPaper) + Math.max(18, 0.35 * usualContrast);
    const bright = levels.filter((level) => level > limit).length / levels.length;
    return bright > 0.08 || contrast[cell]! < 0.42 * usualContrast;
  });
}

/** Returns the levels of a cell, without the rows at the edge of the strip. */
function levelsOf(strip: Strip, cell: number): number[] {
  const left = (cell + marginCells) * cellWidth;
  const levels: number[] = [];
  for (let row = 2; row < stripHeight - 2; row++)
    for (let column = left; column < left + cellWidth; column++)
      levels.push(strip[row * stripWidth + column]!);
  return levels;
}
