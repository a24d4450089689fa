import { describe, expect, test } from "@jest/globals";
import { formatBytes } from "../../lib/format";
import { adviseOnFile, describeFile } from "./fileTexts";

const kb = 1024;

describe("adviseOnFile", () => {
  test("returns undefined for a photo within the guidance", () => {
    expect(adviseOnFile("PHOTO", { size: 80 * kb, width: 630, height: 810 })).toBeUndefined();
  });

  test("warns about a photo outside the advised file size", () => {
    expect(adviseOnFile("PHOTO", { size: 20 * kb })).toContain(
      "20 KB, smaller than the advised 50 KB-100 KB",
    );
    expect(adviseOnFile("PHOTO", { size: 3 * 1024 * kb })).toContain("3.0 MB, larger than");
  });

  test("warns about a scan below 200 dpi rather than about its size", () => {
    expect(adviseOnFile("PASSPORT_FRONT", { size: 20 * kb, width: 600, height: 400 })).toBe(
      "This scan is below 200 dpi. It may be rejected. Retake or continue",
    );
  });

  test("measures the resolution of an enlarged scan by its source pixels", () => {
    const grown = { size: 120 * kb, width: 1000, height: 700 };
    expect(adviseOnFile("PASSPORT_BACK", grown)).toBeUndefined();
    expect(adviseOnFile("PASSPORT_BACK", { ...grown, sourceLongSide: 983 })).toContain("below 200 dpi");
    expect(adviseOnFile("PASSPORT_BACK", { ...grown, sourceLongSide: 4000 })).toBeUndefined();
  });

  test("warns about a photo with too few pixels to print", () => {
    expect(adviseOnFile("PHOTO", { size: 80 * kb, width: 412, height: 530 })).toBe(
      "This photo has few pixels. It may be rejected. Retake or continue",
    );
    expect(adviseOnFile("PHOTO", { size: 80 * kb, width: 413, height: 531 })).toBeUndefined();
  });

  test("gives no advice on supporting documents", () => {
    expect(adviseOnFile("DOCUMENT", { size: 3 })).toBeUndefined();
  });
});

describe("formatBytes", () => {
  test("chooses the most readable unit", () => {
    expect([500, 89 * kb, 6.8 * 1024 * kb].map(formatBytes)).toEqual(["500 bytes", "89 KB", "6.8 MB"]);
  });
});

const file = new File([new Uint8Array(92 * 1024)], "me.jpg");
const pixels = { width: 630, height: 810 };

test("describeFile compares the original and the fitted size of a picture", () => {
  const originalSize = 3.8 * 1024 * 1024;
  expect(describeFile({ file, contentType: "image/jpeg", ...pixels, originalSize })).toBe(
    "3.8 MB → 92 KB, 630 × 810 px",
  );
});

test("describeFile returns only size and pixels of an unchanged file", () => {
  expect(describeFile({ file, contentType: "image/png", ...pixels })).toBe("92 KB, 630 × 810 px");
  expect(describeFile({ file, contentType: "application/pdf" })).toBe("92 KB");
});
