/** Files that are small to send and expensive to inspect. */

const megabyte = 1024 * 1024;

/** Returns a PDF in which every line claims to be a compressed stream that must be opened to find its end. */
export function makePdfOfStreams(): Buffer {
  const one = "1 0 obj<</Type/XRef/Filter/Fl>>stream\n";
  const many = one.repeat(Math.floor((5 * megabyte - 200) / one.length));
  return Buffer.from(`%PDF-1.7\n${many}%%EOF\n`, "latin1");
}

/**
 * Returns a progressive JPEG of 6000 × 6000 pixels in 883 scans; the decoder processes the whole picture for each scan.
 */
export function makeJpegOfScans(): Buffer {
  const side = 6000;
  const blocks = (side / 8) ** 2;
  const size = Buffer.from([side >> 8, side & 255]);
  const frame = Buffer.concat([Buffer.from([8]), size, size, Buffer.from([1, 1, 0x11, 0])]);
  // One Huffman code per symbol: a DC difference of 0, and end-of-band runs from 2^14 and from 2^12 blocks (EOB14,
  // EOB12).
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
    // Fills the rest of the last byte with ones.
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

/** Encodes end-of-band runs over all blocks, with the Huffman table of `makeJpegOfScans`. */
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
