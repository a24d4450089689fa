import { expect, test } from "@jest/globals";
import { keepInside, largestZoom } from "./cropMoves";

test("one may zoom in four times, or until as few pixels are left as a file must have", () => {
  expect(largestZoom({ width: 3000, height: 3857 }, 100)).toBe(4);
  expect(largestZoom({ width: 220, height: 283 }, 100)).toBeCloseTo(2);
  expect(largestZoom({ width: 90, height: 120 }, 100)).toBe(1);
});

test("the picture always covers the frame", () => {
  const box = { media: { width: 300, height: 400 }, frame: { width: 300, height: 386 } };
  expect(keepInside({ x: 50, y: -50 }, { ...box, zoom: 1 })).toEqual({ x: 0, y: -7 });
  expect(keepInside({ x: 50, y: -50 }, { ...box, zoom: 2 })).toEqual({ x: 50, y: -50 });
  expect(keepInside({ x: 999, y: 999 }, { ...box, zoom: 2 })).toEqual({ x: 150, y: 207 });
});
