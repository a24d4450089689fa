import { expect, test } from "@jest/globals";
import { firstPart, toFrame, keepInside, maxZoomFor, frameRatio } from "./cropGeometry";

const landscape = { width: 4000, height: 3000 };

test("frameRatio returns the fixed ratio if there is one, otherwise that of the picture or of a passport page", () => {
  expect(frameRatio("page", 35 / 45, landscape)).toBe(35 / 45);
  expect(frameRatio("whole", undefined, landscape)).toBe(4 / 3);
  expect(frameRatio("page", undefined, landscape)).toBe(125 / 88);
});

test("toFrame returns the crop frame that an earlier edit used", () => {
  const page = firstPart("page", undefined, landscape);
  expect(toFrame({ turn: 0, part: page }, landscape)).toBe("page");
  expect(toFrame({ turn: 0, part: firstPart("whole", undefined, landscape) }, landscape)).toBe("whole");
  const turned = firstPart("page", undefined, { width: 3000, height: 4000 });
  expect(toFrame({ turn: 90, part: turned }, landscape)).toBe("page");
  expect(toFrame(undefined, landscape)).toBe("whole");
});

test("firstPart centres a page and places a photo at the top", () => {
  expect(firstPart("page", undefined, { width: 1250, height: 1760 })).toMatchObject({ y: 0.25, height: 0.5 });
  expect(firstPart("whole", 1, { width: 100, height: 200 })).toMatchObject({ y: 0, height: 0.5 });
});

test("maxZoomFor limits the zoom to 4, or less if the part would have too few pixels", () => {
  expect(maxZoomFor({ width: 3000, height: 3857 }, 100)).toBe(4);
  expect(maxZoomFor({ width: 220, height: 283 }, 100)).toBeCloseTo(2);
  expect(maxZoomFor({ width: 90, height: 120 }, 100)).toBe(1);
});

test("keepInside limits movement so that the picture always covers the frame", () => {
  const box = { media: { width: 300, height: 400 }, frame: { width: 300, height: 386 } };
  expect(keepInside({ x: 50, y: -50 }, { ...box, zoom: 1 })).toEqual({ x: 0, y: -7 });
  expect(keepInside({ x: 50, y: -50 }, { ...box, zoom: 2 })).toEqual({ x: 50, y: -50 });
  expect(keepInside({ x: 999, y: 999 }, { ...box, zoom: 2 })).toEqual({ x: 150, y: 207 });
});
