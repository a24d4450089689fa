import { expect, test } from "@jest/globals";
import { growthChart } from "./growthChart";
import { growthTable, type Size } from "./growthTable";

const sizes: Size[] = [1_000, 10_000, 1_000_000].map((applications, index) => ({
  applications,
  start: 400,
  memory: 100 * 2 ** 20,
  answers: { "own request": 4, "counts <all>": [2, 4, 8][index]! },
}));

test("the table has a column for each size and one for the ratio of the last size to 10,000", () => {
  expect(growthTable(sizes).split("\n")).toEqual([
    "|  | 1k | 10k | 1M | last to 10k |",
    "| --- | --- | --- | --- | --- |",
    "| own request, ms | 4.0 | 4.0 | 4.0 | 1.00 |",
    "| counts <all>, ms | 2.0 | 4.0 | 8.0 | 2.00 |",
    "| start, ms | 400 | 400 | 400 | 1.00 |",
    "| memory, MB | 100 | 100 | 100 | 1.00 |",
  ]);
});

test("the chart has a line for each measurement, and labels for the lines and sizes", () => {
  const svg = growthChart(sizes, "of a test");
  const lines = [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points]) => points);
  // The scale ends at 8, so a value of 4 is 100 pixels high.
  expect(lines.slice(0, 2)).toEqual(["50,144 160,144 270,144", "50,194 160,144 270,44"]);
  expect(lines).toHaveLength(4);
  expect(svg).toContain("■ counts &lt;all&gt;</text>");
  for (const size of ["1k", "10k", "1M"]) expect(svg.split(`>${size}</text>`)).toHaveLength(4);
});
