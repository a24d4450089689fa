import { describe, expect, test } from "@jest/globals";
import { getPhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { getFitGuide, fitsAlready } from "./fitGuide";
import { fitToGuide, highestQuality, lowestQuality, searchQuality } from "./fitToGuide";
import { getLongSide, type Size } from "./geometry";

/** Simulates a JPEG encoder, whose files grow with pixels, quality and noise (`bytesPerPixel`). */
function makeEncoder(bytesPerPixel: number) {
  const tries: { size: Size; quality: number }[] = [];
  const encode = (size: Size, quality: number) => {
    tries.push({ size, quality });
    const bytes = Math.round(size.width * size.height * bytesPerPixel * (0.2 + quality ** 3));
    return Promise.resolve({ size: bytes, quality });
  };
  return { encode, tries };
}

const square = { width: 100, height: 100 };
const photo = getFitGuide("PHOTO");
const scan = getFitGuide("PASSPORT_FRONT");
const twelveMegapixels = { width: 3000, height: 3857 };

describe("searchQuality", () => {
  test("tries the best quality first and stops if it fits", async () => {
    const { encode, tries } = makeEncoder(1);
    const { quality } = await searchQuality((tried) => encode(square, tried), 1_000_000);
    expect([quality, tries.length]).toEqual([highestQuality, 1]);
  });

  test("finds the largest allowed file in 7 encodings", async () => {
    const { encode, tries } = makeEncoder(1);
    const { size, quality } = await searchQuality((tried) => encode(square, tried), 6_000);
    expect(size).toBeLessThanOrEqual(6_000);
    expect((await encode(square, quality + 0.021)).size).toBeGreaterThan(6_000);
    // The additional encoding is the one in the assertion above.
    expect(tries.length).toBe(7 + 1);
  });

  test("falls back to the lowest quality if none fits", async () => {
    const { encode } = makeEncoder(1);
    expect((await searchQuality((tried) => encode(square, tried), 1)).quality).toBe(lowestQuality);
  });
});

describe("fitToGuide", () => {
  test("fits a phone's photo to 630 x 810 pixels and 50 to 100 KB", async () => {
    const { file, size } = await fitToGuide(twelveMegapixels, photo, makeEncoder(0.3).encode);
    expect(size).toEqual({ width: 630, height: 810 });
    expect(file.size).toBeGreaterThan(50 * 1024);
    expect(file.size).toBeLessThanOrEqual(100_000);
  });

  test("enlarges a photo of less than 50 KB, up to 826 x 1062 pixels", async () => {
    const { file, size } = await fitToGuide(twelveMegapixels, photo, makeEncoder(0.07).encode);
    expect(size).toEqual({ width: 826, height: 1062 });
    expect(file.size).toBeGreaterThan(50 * 1024);
  });

  test("enlarges a small picture by at most half", async () => {
    const { size } = await fitToGuide({ width: 200, height: 257 }, photo, makeEncoder(0.3).encode);
    expect(getLongSide(size)).toBe(Math.round(257 * 1.5));
  });

  test("does not enlarge a small picture whose file is large enough", async () => {
    const { size } = await fitToGuide({ width: 420, height: 540 }, photo, makeEncoder(0.3).encode);
    expect(size).toEqual({ width: 420, height: 540 });
  });

  test("shrinks a scan that is too large at every quality, but not below 200 dpi", async () => {
    const heavy = await fitToGuide({ width: 4000, height: 3000 }, scan, makeEncoder(1).encode);
    expect(heavy.file.size).toBeLessThanOrEqual(250_000);
    expect(getLongSide(heavy.size)).toBeGreaterThanOrEqual(984);
    expect(getLongSide(heavy.size)).toBeLessThan(1476);

    const hopeless = await fitToGuide({ width: 4000, height: 3000 }, scan, makeEncoder(9).encode);
    expect(getLongSide(hopeless.size)).toBe(984);
  });
});

test("the dimensions that a visa requires determine the shape and pixels of a photo", async () => {
  const rules = getPhotoRules({ widthMillimetres: 40, heightMillimetres: 60, maxKilobytes: null });
  const guide = getFitGuide("PHOTO", rules);
  const { size } = await fitToGuide({ width: 3000, height: 4500 }, guide, makeEncoder(0.2).encode);
  expect(size).toEqual({ width: 720, height: 1080 });
  // 40 × 60 mm at 300 dpi.
  expect(fitsAlready({ width: 472, height: 709 }, 78_000, guide)).toBe(true);
  expect(fitsAlready({ width: 630, height: 810 }, 78_000, guide)).toBe(false);
});

test.each([
  [true, "a photo of the recommended size", { width: 630, height: 810 }, 78_000],
  [true, "a photo that is two pixels too high", { width: 630, height: 812 }, 78_000],
  [false, "a photo that has to be cropped", { width: 630, height: 850 }, 78_000],
  [false, "a photo with too many bytes", { width: 630, height: 810 }, 100_001],
  [false, "a photo with too few bytes", { width: 630, height: 810 }, 50_000],
  [false, "a photo with too few pixels", { width: 350, height: 450 }, 78_000],
  [false, "a photo with needlessly many pixels", { width: 1260, height: 1620 }, 78_000],
])("fitsAlready is %s for %s", (fits, _what, size, bytes) => {
  expect(fitsAlready(size, bytes, photo)).toBe(fits);
});
