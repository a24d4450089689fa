import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { maxFileBytes } from "../file.rules";
import { inspectImage } from "./inspectImage";
import { makePhoneJpeg, makePng, phoneMake } from "../../../test/kit/files/makeImage";

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#888888" } });

describe("a phone's photo", () => {
  test("is rotated upright, loses EXIF, GPS and profile, and keeps its dpi", async () => {
    const sent = await makePhoneJpeg({ width: 300, height: 400 });
    expect(await sharp(sent).metadata()).toMatchObject({ width: 400, height: 300, orientation: 6 });
    expect(sent.includes(phoneMake)).toBe(true);

    const { image } = await inspectImage(sent, "jpeg");
    const metadata = await sharp(image).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 300, height: 400, density: 300 });
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc]).toEqual(Array(4).fill(undefined));
    expect(metadata.orientation).toBeUndefined();
    expect(image!.includes("Exif")).toBe(false);
    expect(image!.includes(phoneMake)).toBe(false);

    // The red band is at the top of the upright photo.
    const [red, green] = await sharp(image)
      .extract({ left: 150, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red).toBeGreaterThan(200);
    expect(green).toBeLessThan(60);
  });

  test.each([60, 75, 92])("does not grow if the device resized it at quality %d", async (quality) => {
    const sent = await sharp(await makePhoneJpeg({ width: 630, height: 810 }))
      .rotate()
      .jpeg({ quality })
      .toBuffer();
    const { image } = await inspectImage(sent, "jpeg");
    expect(image!.length).toBeLessThanOrEqual(sent.length);
    expect(image!.length).toBeGreaterThan(sent.length / 3);
    expect(await sharp(image).metadata()).toMatchObject({ width: 630, height: 810 });
  });

  test("of 4 MB passes and stays below 10 MB", async () => {
    const sent = await makePhoneJpeg({ width: 2100, height: 2800, targetBytes: 4 * 1024 * 1024 });
    expect(sent.length).toBeGreaterThan(3 * 1024 * 1024);
    const { image } = await inspectImage(sent, "jpeg");
    expect(await sharp(image).metadata()).toMatchObject({ width: 2100, height: 2800 });
    expect(image!.length).toBeLessThan(2 * maxFileBytes);
  });

  test("does not keep data that is hidden after the image", async () => {
    const sent = Buffer.concat([
      await makePhoneJpeg({ width: 200, height: 200 }),
      Buffer.from("PK\x03\x04payload"),
    ]);
    const { image } = await inspectImage(sent, "jpeg");
    expect(image!.includes("payload")).toBe(false);
  });
});

test("a PNG stays a PNG with the same pixels and loses its metadata", async () => {
  const sent = await sharp(await makePng({ width: 150, height: 120 }))
    .withExif({ IFD0: { Make: phoneMake } })
    .png()
    .toBuffer();
  expect(sent.includes(phoneMake)).toBe(true);
  const { image } = await inspectImage(sent, "png");
  expect(image!.includes(phoneMake)).toBe(false);
  expect((await sharp(image).metadata()).format).toBe("png");
  const [before, after] = await Promise.all([sent, image!].map((bytes) => sharp(bytes).raw().toBuffer()));
  expect(after!.equals(before!)).toBe(true);
});

test("a CMYK JPEG is converted to sRGB", async () => {
  const { image } = await inspectImage(await blank(200, 200).toColourspace("cmyk").jpeg().toBuffer(), "jpeg");
  expect((await sharp(image).metadata()).space).toBe("srgb");
});

describe("dimensions", () => {
  test("are limited to 40 megapixels", async () => {
    const allowed = await blank(8000, 5000).jpeg().toBuffer();
    const larger = Buffer.from(allowed);
    // Only the width in the header changes (ITU-T T.81, B.2.2), because drawing 41 megapixels takes 0.7 s.
    larger.writeUInt16BE(8200, larger.indexOf(Buffer.from([0xff, 0xc0])) + 7);
    const [violation, image] = await Promise.all([
      inspectImage(larger, "jpeg"),
      inspectImage(allowed, "jpeg"),
    ]);
    expect(violation.violation?.code).toBe("FILE_DIMENSIONS");
    expect(violation.violation?.message).toContain("40 megapixels");
    expect(await sharp(image.image).metadata()).toMatchObject({ width: 8000, height: 5000 });
  });

  test("must be at least 100 pixels on each side", async () => {
    expect((await inspectImage(await makePng({ width: 99, height: 400 }), "png")).violation?.code).toBe(
      "FILE_DIMENSIONS",
    );
    expect((await inspectImage(await makePng({ width: 100, height: 100 }), "png")).violation).toBeUndefined();
  });
});

describe("inspectImage", () => {
  // A JPEG without its two-byte end marker still has all pixels and may pass.
  test.each([10, 1000, 20_000])("rejects a JPEG without its last %d bytes", async (missing) => {
    const whole = await makePhoneJpeg({ width: 400, height: 400 });
    expect((await inspectImage(whole.subarray(0, -missing), "jpeg")).violation?.code).toBe("FILE_CORRUPT");
  });

  test("rejects a truncated PNG and headers without an image", async () => {
    const png = await sharp(await makePhoneJpeg({ width: 300, height: 300 }))
      .png()
      .toBuffer();
    const attempts = [
      inspectImage(png.subarray(0, png.length / 2), "png"),
      inspectImage(png.subarray(0, 40), "png"),
      inspectImage(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "jpeg"),
    ];
    for (const { violation } of await Promise.all(attempts)) expect(violation?.code).toBe("FILE_CORRUPT");
  });

  test("rejects unsupported formats, whose decoders are blocked", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"/>');
    const others = [svg, await blank(200, 200).gif().toBuffer(), await blank(200, 200).webp().toBuffer()];
    for (const bytes of others)
      expect((await inspectImage(bytes, "jpeg")).violation?.code).toBe("FILE_CORRUPT");
    await expect(sharp(svg).metadata()).rejects.toThrow();
  });
});
