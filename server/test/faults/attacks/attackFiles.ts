/** Files that are small to send and large to look at. */
import { crc32, deflateSync } from "node:zlib";

const megabyte = 1024 * 1024;

/** A PDF whose every line claims to be a packed stream that has to be opened to know where it ends. */
export function makePdfOfStreams(): Buffer {
  const one = "1 0 obj<</Type/XRef/Filter/Fl>>stream\n";
  const many = one.repeat(Math.floor((5 * megabyte - 200) / one.length));
  return Buffer.from(`%PDF-1.7\n${many}%%EOF\n`, "latin1");
}

interface PngShape {
  width: number;
  height: number;
  /** Bytes of a pixel: 3 (RGB) or 8 (RGBA of 16 bits each). */
  depth: 3 | 8;
  interlaced: boolean;
}

/** The seven passes of an interlaced PNG: where each begins, and its steps. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A picture of one colour; 40 megapixels take some 100 KB. */
export function makeFlatPng({ width, height, depth, interlaced }: PngShape): Buffer {
  const sizes = interlaced
    ? passes.map(([x, y, stepX, stepY]) => [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)])
    : [[width, height]];
  // Each row begins with the kind of its filter; all of it is 0.
  const length = sizes.reduce((sum, [columns, rows]) => sum + rows! * (1 + columns! * depth), 0);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = depth === 8 ? 16 : 8;
  head[9] = depth === 8 ? 6 : 2;
  head[12] = interlaced ? 1 : 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(length))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A progressive JPEG of 6000 × 6000 in 883 scans, each of which has the decoder go through all of the picture. */
export function makeJpegOfScans(): Buffer {
  const side = 6000;
  const blocks = (side / 8) ** 2;
  const size = Buffer.from([side >> 8, side & 255]);
  const frame = Buffer.concat([Buffer.from([8]), size, size, Buffer.from([1, 1, 0x11, 0])]);
  // One code each: the difference 0 of a first coefficient; and runs of 2^14 and of 2^12 blocks without a coefficient.
  const table = (kind: number, lengths: number[], symbols: number[]) =>
    segment(0xc4, Buffer.from([kind, ...lengths, ...Array<number>(16 - lengths.length).fill(0), ...symbols]));
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.from([0, ...Array<number>(64).fill(1)])),
    segment(0xc2, frame),
    table(0x00, [1], [0]),
    table(0x10, [1, 1], [0xe0, 0xc0]),
    scan(0, 0, 0, 0),
    Buffer.alloc(Math.floor(blocks / 8)),
    // What is left of the last byte is filled up with ones.
    Buffer.from([0xff >> (blocks % 8)]),
  ];
  const runs = pack(blocks);
  for (let coefficient = 1; coefficient <= 63; coefficient++)
    for (let low = 13; low >= 0; low--)
      parts.push(scan(coefficient, coefficient, low === 13 ? 0 : low + 1, low), runs);
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

function segment(marker: number, data: Buffer): Buffer {
  const length = data.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), data]);
}

function scan(from: number, to: number, high: number, low: number): Buffer {
  return segment(0xda, Buffer.from([1, 1, 0, from, to, (high << 4) | low]));
}

/** Runs of blocks without a coefficient, in the codes of the table above. */
function pack(blocks: number): Buffer {
  const longest = 2 ** 15 - 1;
  let bits = "";
  let left = blocks;
  for (; left >= longest; left -= longest) bits += `0${"1".repeat(14)}`;
  if (left >= 2 ** 14) bits += `0${(left - 2 ** 14).toString(2).padStart(14, "0")}`;
  else bits += `10${(left - 2 ** 12).toString(2).padStart(12, "0")}`;
  const bytes = bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, "1"), 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}
