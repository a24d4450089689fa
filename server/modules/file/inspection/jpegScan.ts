/**
 * The compressed data of a baseline JPEG, followed symbol by symbol (ITU-T T.81, annex F): whether it holds its picture
 * and nothing else. No decoder tells that: libjpeg passes over what stands behind the last block.
 */

/** A table of codes, by the next 16 bits: how many bits code and value take, and how many coefficients are told by them. */
export type Codes = Uint16Array;

/** The codes and the blocks of one colour within the unit that the colours take turns by. */
export interface ScanColour {
  blocks: number;
  firstCodes: Codes;
  otherCodes: Codes;
}

const coefficients = 64;
/** More than a block has, so that nothing is told after it. */
const endOfBlock = 2 * coefficients;
/** Of an entry: the lower bits tell the length, which is at most 16 for the code and 11 for the value. */
const lengthBits = 5;
const lengthMask = 2 ** lengthBits - 1;
/** Bits of a value of 8 bits a colour: of a first coefficient, which is a difference, and of another. */
const mostFirstBits = 11;
const mostOtherBits = 10;

/** `counts`: the codes of 1 to 16 bits. Undefined where no baseline JPEG has such codes: none is all ones (T.81, C). */
export function makeCodes(kind: "first" | "other", counts: Buffer, symbols: Buffer): Codes | undefined {
  const codes = new Uint16Array(2 ** 16);
  let next = 0;
  let place = 0;
  for (let length = 1; length <= 16; length++)
    for (let left = counts[length - 1]!; left > 0; left--) {
      const entry = entryOf(kind, length, symbols[place++]!);
      const after = next + 2 ** (16 - length);
      if (entry === undefined || after >= codes.length) return undefined;
      codes.fill(entry, next, after);
      next = after;
    }
  return codes;
}

function entryOf(kind: "first" | "other", length: number, symbol: number): number | undefined {
  if (kind === "first") return symbol > mostFirstBits ? undefined : (1 << lengthBits) | (length + symbol);
  const [zeros, bits] = [symbol >> 4, symbol & 15];
  if (symbol === 0) return (endOfBlock << lengthBits) | length;
  // Without a value there is but the run of 16 zeros.
  if (bits > mostOtherBits || (bits === 0 && zeros !== 15)) return undefined;
  return ((zeros + 1) << lengthBits) | (length + bits);
}

/**
 * The place behind the data that begins at `start`; undefined where it is not exactly so many units, up to the bits that
 * fill its last byte, or is interrupted by a marker.
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

/** The place of the bit behind the block; -1 where a code is none, or it tells of more than a block has. */
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

/** Zeros behind the end of the data. */
function next16Bits(data: Buffer, place: number): number {
  const byte = place >> 3;
  return (((data[byte]! << 16) | (data[byte + 1]! << 8) | data[byte + 2]!) >> (8 - (place & 7))) & 0xffff;
}

/** The data up to the next marker at `end`, without the 0 that stands behind each 0xFF in it. */
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
