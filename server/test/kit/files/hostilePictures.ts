/** Small images that are expensive to decode, as an attacker might upload them. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** Returns a valid progressive JPEG with `scans` additional scans of the whole image; `between` precedes each scan. */
export async function makeManyScans({
  side,
  scans,
  between = Buffer.alloc(0),
}: {
  /** Pixels. */
  side: number;
  scans: number;
  between?: Buffer;
}): Promise<Buffer> {
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: "#888888" } })
    .jpeg({ progressive: true })
    .toBuffer();
  const end = picture.length - 2;
  const again = Buffer.concat([between, findFirstPass(picture)]);
  return Buffer.concat([
    picture.subarray(0, end),
    ...Array<Buffer>(scans).fill(again),
    picture.subarray(end),
  ]);
}

/**
 * Returns an AC scan with its Huffman table, changed into a first scan at full precision (ITU-T T.81, G.1.1). It can be
 * repeated any number of times, because it transmits all bits of the coefficients.
 */
function findFirstPass(picture: Buffer): Buffer {
  const segments: { marker: number; begin: number; end: number }[] = [];
  for (let begin = 2; begin < picture.length - 2;) {
    const marker = picture[begin + 1]!;
    let end = begin + 2 + picture.readUInt16BE(begin + 2);
    if (marker === 0xda) while (picture[end] !== 0xff || picture[end + 1] === 0) end += 1;
    segments.push({ marker, begin, end });
    begin = end;
  }
  for (const [index, { marker, begin, end }] of segments.entries()) {
    // Skips the number of components and two bytes for each. The spectral selection and the bit positions follow.
    const place = begin + 5 + 2 * picture[begin + 4]!;
    if (marker !== 0xda || picture[place] === 0 || picture[place + 2]! >> 4 !== 0) continue;
    const pass = Buffer.from(picture.subarray(begin, end));
    pass[place + 2 - begin] = 0;
    const table = segments[index - 1]!;
    return Buffer.concat([picture.subarray(table.begin, table.end), pass]);
  }
  throw new Error("The picture has no such pass");
}

/** The passes of an interlaced PNG (W3C PNG, 8.2): first column and row, then the steps. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const wholePass = [0, 0, 1, 1] as const;

interface PngShape {
  /** Pixels. */
  width: number;
  height: number;
  /** Bits per component. */
  bits: 8 | 16;
  /** With transparency, a pixel has four components instead of three. */
  isTransparent: boolean;
  /** An interlaced PNG has to be decoded as a whole. */
  isInterlaced: boolean;
}

/** Returns a PNG in which every byte of every pixel is 0; 40 megapixels take about 100 KB. */
export function makeBlankPng({ width, height, bits, isTransparent, isInterlaced }: PngShape): Buffer {
  const pixelBytes = ((isTransparent ? 4 : 3) * bits) / 8;
  const total = (isInterlaced ? passes : [wholePass]).reduce((sum, [left, top, right, down]) => {
    const columns = Math.ceil((width - left) / right);
    const rows = Math.ceil((height - top) / down);
    // Each row begins with its filter type.
    return sum + rows * (1 + columns * pixelBytes);
  }, 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, isTransparent ? 6 : 2, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(total))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
