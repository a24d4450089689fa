import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { makeBlankPng, makeManyScans } from "../../../test/kit/files/hostilePictures";
import { maxScans } from "../file.rules";
import { inspectImage } from "./inspectImage";
import { findViolationInHeader, readPictureHeader } from "./pictureHeader";

const grey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#888888" } });

describe("the header", () => {
  test.each([
    ["a baseline JPEG", "image/jpeg", () => grey(320, 240).jpeg(), 1],
    ["a progressive JPEG by libjpeg", "image/jpeg", () => grey(320, 240).jpeg({ progressive: true }), 10],
    ["a progressive JPEG by mozjpeg", "image/jpeg", () => grey(320, 240).jpeg({ mozjpeg: true }), 4],
    ["a PNG", "image/png", () => grey(320, 240).png(), 1],
  ] as const)("is read from %s", async (_what, contentType, make, scans) => {
    const header = readPictureHeader(await make().toBuffer(), contentType);
    expect(header).toEqual({ width: 320, height: 240, depth: 8, scans });
    expect(findViolationInHeader(header!)).toBeUndefined();
  });

  test("is undefined if it is damaged", () => {
    expect(readPictureHeader(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "image/jpeg")).toBeUndefined();
    expect(readPictureHeader(Buffer.alloc(200), "image/png")).toBeUndefined();
  });
});

describe("the limits on decoding", () => {
  test("reject hundreds of scans, even with garbage between them", async () => {
    const picture = await makeManyScans({ side: 200, scans: 300 });
    const hidden = await makeManyScans({ side: 200, scans: 300, between: Buffer.from([1, 2, 0xff, 0]) });
    // Decoders accept both files, so this check is the only defence.
    for (const bytes of [picture, hidden]) {
      expect((await inspectImage(bytes, "jpeg")).image).toBeDefined();
      const header = readPictureHeader(bytes, "image/jpeg")!;
      expect(header.scans).toBe(maxScans + 1);
      expect(findViolationInHeader(header)).toMatchObject({
        code: "FILE_UNSAFE",
        message: expect.stringContaining("takes too long to check"),
      });
    }
  });

  test("reject 39 megapixels at 16 bits per component and accept 20", () => {
    const of = (width: number, height: number) => {
      const bytes = makeBlankPng({
        width: 200,
        height: 200,
        bits: 16,
        isTransparent: true,
        isInterlaced: true,
      });
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return findViolationInHeader(readPictureHeader(bytes, "image/png")!);
    };
    expect(of(6500, 6000)).toMatchObject({
      code: "FILE_DIMENSIONS",
      message: expect.stringContaining("20 megapixels or smaller, or have 8 bits per channel"),
    });
    expect(of(5000, 4000)).toBeUndefined();
  });
});
