import { describe, expect, test } from "@jest/globals";
import { defaultPhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { partOfRatio, sizeOfPart, turnBack, turnedSize, turnOn, withLongSide, type Turn } from "./geometry";

describe("partOfRatio", () => {
  test("returns the middle of a wide picture at full height", () => {
    expect(partOfRatio({ width: 4000, height: 1000 }, 1)).toEqual({ x: 0.375, y: 0, width: 0.25, height: 1 });
  });

  test("returns the top of a tall picture, where the head is, or the middle on request", () => {
    const tall = { width: 1000, height: 4000 };
    expect(partOfRatio(tall, 1)).toEqual({ x: 0, y: 0, width: 1, height: 0.25 });
    expect(partOfRatio(tall, 1, 0.5)).toEqual({ x: 0, y: 0.375, width: 1, height: 0.25 });
  });

  test("returns a part with the requested ratio for a picture of any shape", () => {
    for (const picture of [
      { width: 3000, height: 4000 },
      { width: 4000, height: 3000 },
      { width: 123, height: 4567 },
    ]) {
      const { width, height } = sizeOfPart(picture, partOfRatio(picture, defaultPhotoRules.ratio));
      expect(width / height).toBeCloseTo(35 / 45, 6);
    }
  });

  test("returns the whole picture if no ratio is requested", () => {
    expect(partOfRatio({ width: 3, height: 7 }, undefined)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });
});

describe("rotation", () => {
  // Maps a part in the top left corner of the rotated picture; each row states the position of that part before the
  // rotation.
  const seen = { x: 0, y: 0, width: 0.1, height: 0.2 };

  test.each<[Turn, object]>([
    [0, seen],
    [90, { x: 0, y: 0.9, width: 0.2, height: 0.1 }],
    [180, { x: 0.9, y: 0.8, width: 0.1, height: 0.2 }],
    [270, { x: 0.8, y: 0, width: 0.2, height: 0.1 }],
  ])("by %d degrees is undone", (turn, expected) => {
    expect(turnBack(seen, turn)).toEqual(expected);
  });

  test("wraps around in both directions and swaps width and height at each quarter turn", () => {
    expect([turnOn(270, 90), turnOn(0, -90)]).toEqual([0, 270]);
    expect(turnedSize({ width: 3, height: 4 }, 90)).toEqual({ width: 4, height: 3 });
    expect(turnedSize({ width: 3, height: 4 }, 180)).toEqual({ width: 3, height: 4 });
  });
});

test("withLongSide scales a size to whole pixels", () => {
  expect(withLongSide({ width: 3000, height: 3857.14 }, 810)).toEqual({ width: 630, height: 810 });
  expect(withLongSide({ width: 5000, height: 1 }, 100)).toEqual({ width: 100, height: 1 });
});
