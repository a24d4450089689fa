import { expect, test } from "@jest/globals";
import { describeFile } from "./describeFile";

const file = new File([new Uint8Array(92 * 1024)], "me.jpg");
const pixels = { width: 630, height: 810 };

test("tells what became of a picture that was fitted", () => {
  const originalSize = 3.8 * 1024 * 1024;
  expect(describeFile({ file, contentType: "image/jpeg", ...pixels, originalSize })).toBe(
    "3.8 MB → 92 KB, 630 × 810 px",
  );
});

test("tells size and pixels alone of a file that was left as it is", () => {
  expect(describeFile({ file, contentType: "image/png", ...pixels })).toBe("92 KB, 630 × 810 px");
  expect(describeFile({ file, contentType: "application/pdf" })).toBe("92 KB");
});
