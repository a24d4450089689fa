/**
 * Proves that the compressed data of a baseline JPEG contains only the image, by following it symbol by symbol (ITU-T
 * T.81, annex F). No decoder checks that: libjpeg ignores data after the last block.
 */

/**
 * A Huffman table indexed by the next 16 bits. An entry holds the number of bits of the code and its value, and the
 * number of coefficients that they encode.
 */
export type Codes = Uint16Array;

/** The tables of one component and its number of blocks per MCU. */
interface ScanColour {
  blocks: number;
  firstCodes: Codes;
  otherCodes: Codes;
}

const coefficients = 64;
/**
 * Coefficients that an end-of-block code counts for: more than a block contains, so that no other code can follow it.
 */
const endOfBlock = 2 * coefficients;
/** The low bits of an entry hold the length: at most 16 for the code plus 11 for the value. */
const lengthBits = 5;
const lengthMask = 2 ** lengthBits - 1;
/** Maximum bits of a DC value, which is a difference, and of an AC value at 8 bits per component. */
const maxFirstBits = 11;
const maxOtherBits = 10;

/**
 * `counts` contains the number of codes of each length from 1 to 16 bits. Returns undefined if a baseline JPEG
 * cannot have these codes, for example if one is all ones (T.81, annex C).
 */
export function makeCodes(kind: "first" | "other", counts: Buffer, symbols: Buffer): Codes | undefined {
  const codes = new Uint16Array(2 ** 16);
  let next = 0;
  let place = 0;
  for (let length = 1; length <= 16; length++)
    for (let left = counts[length - 1]!; left > 0; left--) {
      const entry = makeEntry(kind, length, symbols[place++]!);
      const after = next + 2 ** (16 - length);
      if (entry === undefined || after >= codes.length) return undefined;
      codes.fill(entry, next, after);
      next = after;
    }
  return codes;
}

function makeEntry(kind: "first" | "other", length: number, symbol: number): number | undefined {
  if (kind === "first") return symbol > maxFirstBits ? undefined : (1 << lengthBits) | (length + symbol);
  const [zeros, bits] = [symbol >> 4, symbol & 15];
  if (symbol === 0) return (endOfBlock << lengthBits) | length;
  // A code without a value is valid here only for the run of 16 zeros (ZRL).
  if (bits > maxOtherBits || (bits === 0 && zeros !== 15)) return undefined;
  return ((zeros + 1) << lengthBits) | (length + bits);
}

/**
 * Returns the position after the scan data that begins at `start`. Returns undefined if a marker interrupts the data or
 * if it is not exactly `units` units long, apart from padding bits in its last byte.
 */
export function findEndOfScan(
  bytes: Buffer,
  start: number,
  { colours, units }: { colours: readonly ScanColour[]; units: number },
): number | undefined {
  const { data, bits, end } = withoutStuffing(bytes, start);
  const blocks = colours.flatMap((colour) => Array<ScanColour>(colour.blocks).fill(colour));
  let place = 0;
  for (let unit = 0; unit < units; unit++) {
    for (const block of blocks) {
      place = passBlock(data, place, block);
      if (place < 0) return undefined;
    }
    if (place > bits) return undefined;
  }
  return bits - place < 8 ? end : undefined;
}

/** Returns the bit position after the block, or -1 if a code is invalid or the block has too many coefficients. */
function passBlock(data: Buffer, start: number, { firstCodes, otherCodes }: ScanColour): number {
  let entry = firstCodes[next16Bits(data, start)]!;
  if (entry === 0) return -1;
  let place = start + (entry & lengthMask);
  for (let told = 1; told < coefficients;) {
    entry = otherCodes[next16Bits(data, place)]!;
    if (entry === 0) return -1;
    place += entry & lengthMask;
    const more = entry >> lengthBits;
    told += more;
    if (told > coefficients && more !== endOfBlock) return -1;
  }
  return place;
}

/** Returns the next 16 bits, with zeros after the end of the data. */
function next16Bits(data: Buffer, place: number): number {
  const byte = place >> 3;
  return (((data[byte]! << 16) | (data[byte + 1]! << 8) | data[byte + 2]!) >> (8 - (place & 7))) & 0xffff;
}

/** Returns the data up to the next marker at `end`, without the 0 that follows each 0xFF in it. */
function withoutStuffing(bytes: Buffer, start: number): { data: Buffer; bits: number; end: number } {
  const data = Buffer.alloc(bytes.length - start);
  let length = 0;
  let from = start;
  for (;;) {
    const found = bytes.indexOf(0xff, from);
    const end = found === -1 ? bytes.length : found;
    const isData = bytes[end + 1] === 0;
    length += bytes.copy(data, length, from, isData ? end + 1 : end);
    if (!isData) return { data, bits: length * 8, end };
    from = end + 2;
  }
}
