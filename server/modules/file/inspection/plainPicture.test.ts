import { expect, test } from "@jest/globals";
import sharp from "sharp";
import { isPlainPicture } from "./plainPicture";
import { makePhoneJpeg, makePng } from "../../../test/kit/files/makeImage";

const hidden = Buffer.from("<script>alert(1)</script>");
const progressive = async () =>
  sharp(await makePng({ width: 300, height: 200 }))
    .jpeg({ progressive: true })
    .toBuffer();

test.each([
  ["a phone's JPEG with EXIF", "image/jpeg", () => makePhoneJpeg({ width: 300, height: 200 })],
  ["a progressive JPEG with several scans", "image/jpeg", progressive],
  ["a PNG", "image/png", () => makePng({ width: 300, height: 200 })],
] as const)("%s is plain unless data follows it or its last byte is missing", async (_name, type, make) => {
  const bytes = await make();
  expect(isPlainPicture(bytes, type)).toBe(true);
  expect(isPlainPicture(Buffer.concat([bytes, hidden]), type)).toBe(false);
  expect(isPlainPicture(Buffer.concat([bytes, Buffer.of(0)]), type)).toBe(false);
  // The hidden data ends with the same bytes as the image.
  expect(isPlainPicture(Buffer.concat([bytes, hidden, bytes.subarray(-20)]), type)).toBe(false);
  expect(isPlainPicture(bytes.subarray(0, -1), type)).toBe(false);
});

test("isPlainPicture terminates and returns false for bytes that are not an image", () => {
  for (const type of ["image/jpeg", "image/png"] as const)
    for (let length = 0; length < 64; length++)
      for (const byte of [0, 0xff, 0xda])
        expect(isPlainPicture(Buffer.alloc(length, byte), type)).toBe(false);
});
