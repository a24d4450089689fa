import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp, { type Sharp } from "sharp";
import { inspectImage } from "./inspectImage";
import { extractPicture } from "./jpegPicture";

const secret = "GPS of somebody's home";
const marker = { frame: 0xc0, codes: 0xc4, scan: 0xda, quantizers: 0xdb, restartInterval: 0xdd };

let plain: Buffer;
/** A picture of noise, so that the image uses every code of its Huffman tables. */
const noisy = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

beforeAll(async () => {
  plain = await noisy(203, 155).jpeg({ quality: 80 }).toBuffer();
});

function placeOf(bytes: Buffer, name: number): number {
  for (let place = 2; place < bytes.length; place += 2 + bytes.readUInt16BE(place + 2))
    if (bytes[place + 1] === name) return place;
  throw new Error("The segment is not there");
}

const segment = (name: number, content: Buffer) => {
  const head = Buffer.from([0xff, name, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
const insertAt = (bytes: Buffer, place: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]);

/** Adds `count` codes of the greatest length. The table has room for only one, which is all ones. */
function withMoreCodes(bytes: Buffer, count: number): Buffer {
  const place = placeOf(bytes, marker.codes);
  const end = place + 2 + bytes.readUInt16BE(place + 2);
  const content = Buffer.concat([bytes.subarray(place + 4, end), Buffer.alloc(count)]);
  const counts = content.subarray(1, 17);
  counts[counts.findLastIndex((codes) => codes > 0)]! += count;
  return Buffer.concat([bytes.subarray(0, place), segment(marker.codes, content), bytes.subarray(end)]);
}

const restartEvery = (units: number) =>
  segment(marker.restartInterval, Buffer.from([units >> 8, units & 255]));
/**
 * Returns the image twice in one file, one copy below the other. The restart between the copies resets the DC
 * prediction, as the start of an image does.
 */
function twiceWithRestart(half: Buffer): Buffer {
  const scan = placeOf(half, marker.scan);
  const data = half.subarray(scan + 2 + half.readUInt16BE(scan + 2), half.length - 2);
  const begin = Buffer.from(half.subarray(0, half.length - 2));
  const height = placeOf(half, marker.frame) + 5;
  begin.writeUInt16BE(2 * half.readUInt16BE(height), height);
  return Buffer.concat([begin, Buffer.from([0xff, 0xd0]), data, Buffer.from([0xff, 0xd9])]);
}

describe("a JPEG as browsers write it", () => {
  test.each([
    ["with subsampled colour", (image: Sharp) => image.jpeg({ quality: 80 })],
    ["with full colour", (image: Sharp) => image.jpeg({ quality: 95, chromaSubsampling: "4:4:4" })],
    ["with optimised tables", (image: Sharp) => image.jpeg({ optimizeCoding: true })],
    ["in grey", (image: Sharp) => image.toColourspace("b-w").jpeg()],
    ["with an sRGB profile", (image: Sharp) => image.jpeg().withIccProfile("srgb")],
  ])("%s keeps every pixel", async (_what, encode) => {
    const sent = await encode(noisy(203, 155)).toBuffer();
    const { image } = await inspectImage(sent, "jpeg");
    expect((await pixelsOf(image!)).equals(await pixelsOf(sent))).toBe(true);
    const metadata = await sharp(image).metadata();
    expect(metadata).toMatchObject({ width: 203, height: 155 });
    expect(metadata.icc).toBeUndefined();
  });

  test.each([
    ["EXIF", 0xe1],
    ["Photoshop data", 0xed],
    ["application data", 0xe9],
    ["a comment", 0xfe],
  ])("loses %s and keeps every pixel", async (_what, name) => {
    const sent = insertAt(plain, 2, segment(name, Buffer.from(`Exif\0\0 ${secret}`)));
    const { image } = await inspectImage(sent, "jpeg");
    expect(image!.includes(secret)).toBe(false);
    expect((await pixelsOf(image!)).equals(await pixelsOf(plain))).toBe(true);
  });

  test("loses a segment between its tables and its scan", () => {
    const sent = insertAt(plain, placeOf(plain, marker.scan), segment(0xe5, Buffer.from(secret)));
    expect(extractPicture(sent)!.equals(extractPicture(plain)!)).toBe(true);
  });

  test("loses data after its end marker", () => {
    const sent = Buffer.concat([plain, Buffer.from(`PK\x03\x04${secret}`)]);
    expect(extractPicture(sent)!.equals(extractPicture(plain)!)).toBe(true);
  });
});

/** In most of these cases, a JPEG can hide data that no decoder shows, so sharp re-encodes the image. */
describe("a JPEG is re-encoded if", () => {
  const hidden: [string, () => Buffer][] = [
    ["bytes follow the last block of the scan", () => insertAt(plain, plain.length - 2, Buffer.from(secret))],
    ["one byte follows the last block", () => insertAt(plain, plain.length - 2, Buffer.from([0x55]))],
    [
      "a marker interrupts the scan",
      () => insertAt(plain, plain.length - 40, segment(0xe7, Buffer.from(secret))),
    ],
    [
      "it has an unused table",
      () =>
        insertAt(
          plain,
          2,
          segment(marker.quantizers, Buffer.concat([Buffer.from([3]), Buffer.alloc(64, secret)])),
        ),
    ],
    [
      "a table is longer than its values",
      () => {
        const place = placeOf(plain, marker.quantizers);
        const length = plain.readUInt16BE(place + 2);
        const content = Buffer.concat([plain.subarray(place + 4, place + 2 + length), Buffer.from(secret)]);
        return Buffer.concat([
          plain.subarray(0, place),
          segment(marker.quantizers, content),
          plain.subarray(place + 2 + length),
        ]);
      },
    ],
    [
      "a code table has extra symbols",
      () => {
        const place = placeOf(plain, marker.codes);
        const length = plain.readUInt16BE(place + 2);
        const content = Buffer.concat([plain.subarray(place + 4, place + 2 + length), Buffer.from([7])]);
        return Buffer.concat([
          plain.subarray(0, place),
          segment(marker.codes, content),
          plain.subarray(place + 2 + length),
        ]);
      },
    ],
    ["a code is all ones, which T.81 reserves", () => withMoreCodes(plain, 1)],
    ["a table has more codes than fit", () => withMoreCodes(plain, 2)],
    ["it declares restarts", () => insertAt(plain, placeOf(plain, marker.scan), restartEvery(0))],
    ["it has an unknown segment", () => insertAt(plain, 2, segment(0xf0, Buffer.from(secret)))],
    [
      "it has an Adobe colour segment",
      () => insertAt(plain, 2, segment(0xee, Buffer.from("Adobe\0d\0\0\0\0\0"))),
    ],
    [
      "its component ids are RGB",
      () => {
        const changed = Buffer.from(plain);
        for (const [index, letter] of [..."RGB"].entries()) {
          changed[placeOf(changed, marker.frame) + 10 + 3 * index] = letter.charCodeAt(0);
          changed[placeOf(changed, marker.scan) + 5 + 2 * index] = letter.charCodeAt(0);
        }
        return changed;
      },
    ],
    [
      "its scan is truncated",
      () => Buffer.concat([plain.subarray(0, plain.length - 300), Buffer.from([0xff, 0xd9])]),
    ],
    ["its end marker is missing", () => plain.subarray(0, plain.length - 2)],
    [
      "its height does not match its scan",
      () => {
        const changed = Buffer.from(plain);
        changed.writeUInt16BE(155 - 16, placeOf(changed, marker.frame) + 5);
        return changed;
      },
    ],
  ];
  test.each(hidden)("%s", (_what, make) => {
    expect(extractPicture(plain)).toBeDefined();
    expect(extractPicture(make())).toBeUndefined();
  });

  test("it has restarts, declared or not", async () => {
    const half = await noisy(64, 64).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer();
    const unsaid = twiceWithRestart(half);
    const said = insertAt(unsaid, placeOf(unsaid, marker.scan), restartEvery(64));
    const pixels = await pixelsOf(half);
    expect((await pixelsOf(said)).equals(Buffer.concat([pixels, pixels]))).toBe(true);
    expect(extractPicture(half)).toBeDefined();
    expect([extractPicture(said), extractPicture(unsaid)]).toEqual([undefined, undefined]);
  });

  test.each([
    ["it is progressive", (image: Sharp) => image.jpeg({ progressive: true })],
    ["it is CMYK", (image: Sharp) => image.toColourspace("cmyk").jpeg()],
  ])("%s", async (_what, encode) => {
    const sent = await encode(noisy(203, 155)).toBuffer();
    expect(extractPicture(sent)).toBeUndefined();
    const { image } = await inspectImage(sent, "jpeg");
    const metadata = await sharp(image).metadata();
    expect(metadata).toMatchObject({ isProgressive: false, space: "srgb", width: 203, height: 155 });
  });

  test.each([
    ["it is rotated", (image: Sharp) => image.jpeg().withMetadata({ orientation: 6 }), 155],
    ["its profile is not sRGB", (image: Sharp) => image.jpeg().withIccProfile("p3"), 203],
  ])("%s", async (_what, encode, width) => {
    const sent = await encode(noisy(203, 155)).toBuffer();
    const { image } = await inspectImage(sent, "jpeg");
    expect(image!.equals(extractPicture(sent)!)).toBe(false);
    const metadata = await sharp(image).metadata();
    expect(metadata.width).toBe(width);
    expect(metadata.icc).toBeUndefined();
  });
});

test("a JPEG with random bit errors is rejected or yields a file that opens", async () => {
  for (let turn = 0; turn < 300; turn++) {
    const changed = Buffer.from(plain);
    for (let times = 0; times < 3; times++)
      changed[(turn * 7919 + times * 104729) % changed.length]! ^= 1 << (turn % 8);
    const { image } = await inspectImage(changed, "jpeg");
    if (!image) continue;
    await sharp(image, { failOn: "error" }).raw().toBuffer();
    expect(extractPicture(image)).toBeDefined();
  }
});
