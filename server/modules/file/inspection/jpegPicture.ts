/**
 * Extracts the encoded image from a JPEG as browsers write it and drops everything else, because encoding a resized
 * image again would lose sharpness. Every byte of the result is validated (jpegScan.ts). A JPEG of any other kind is
 * re-encoded.
 */
import { findEndOfScan, makeCodes, type Codes } from "./jpegScan";

/** The parts of the header that have been read so far. */
interface Header {
  quantizers: Set<number>;
  firstCodes: Map<number, Codes>;
  otherCodes: Map<number, Codes>;
  frame?: { width: number; height: number; colours: FrameColour[] };
}

interface FrameColour {
  id: number;
  across: number;
  down: number;
  quantizer: number;
}

const startOfImage = Buffer.from([0xff, 0xd8]);
const endOfImage = Buffer.from([0xff, 0xd9]);
const marker = { frame: 0xc0, codes: 0xc4, scan: 0xda, quantizers: 0xdb, adobe: 0xee, comment: 0xfe };
const isApplicationData = (name: number) => name >= 0xe0 && name <= 0xef;

/**
 * Returns the tables, the frame and the only scan of a baseline JPEG with 8 bits per component, grey or YCbCr. Returns
 * undefined for any other kind of file and if the data contains anything but the image. Drops APPn segments and
 * comments, so the caller must have checked orientation and profile.
 */
export function extractPicture(bytes: Buffer): Buffer | undefined {
  const header: Header = { quantizers: new Set(), firstCodes: new Map(), otherCodes: new Map() };
  const kept: Buffer[] = [startOfImage];
  for (let place = 2; place + 4 <= bytes.length && bytes[place] === 0xff;) {
    const name = bytes[place + 1]!;
    const end = place + 2 + bytes.readUInt16BE(place + 2);
    if (end > bytes.length) return undefined;
    const content = bytes.subarray(place + 4, end);
    if (name === marker.scan) {
      const endOfData = findEndOfData(bytes, end, content, header);
      if (endOfData === undefined || !bytes.subarray(endOfData, endOfData + 2).equals(endOfImage))
        return undefined;
      return Buffer.concat([...kept, bytes.subarray(place, endOfData), endOfImage]);
    }
    // Adobe's segment is rejected because it signals another colour encoding.
    const isBeside = (isApplicationData(name) && name !== marker.adobe) || name === marker.comment;
    if (!isBeside) {
      if (!readSegment(header, name, content)) return undefined;
      kept.push(bytes.subarray(place, end));
    }
    place = end;
  }
  return undefined;
}

/** Returns true if the segment belongs to the image, is not a duplicate and was read to its last byte. */
function readSegment(header: Header, name: number, content: Buffer): boolean {
  if (name === marker.quantizers) return readQuantizers(header, content);
  if (name === marker.codes) return readCodes(header, content);
  return name === marker.frame && readFrame(header, content);
}

/** T.81, B.2.4.1: tables of 64 values with 8 bits each. */
function readQuantizers({ quantizers }: Header, content: Buffer): boolean {
  for (let place = 0; place < content.length; place += 65) {
    const id = content[place]!;
    if (id > 3 || quantizers.has(id)) return false;
    quantizers.add(id);
  }
  return content.length % 65 === 0;
}

/** T.81, B.2.4.2: at most two tables of each kind. */
function readCodes({ firstCodes, otherCodes }: Header, content: Buffer): boolean {
  let place = 0;
  while (place + 17 <= content.length) {
    const [kind, id] = [content[place]! >> 4, content[place]! & 15];
    const counts = content.subarray(place + 1, place + 17);
    const symbols = content.subarray(place + 17, place + 17 + counts.reduce((sum, count) => sum + count));
    const tables = kind === 0 ? firstCodes : otherCodes;
    if (kind > 1 || id > 1 || tables.has(id)) return false;
    const codes = makeCodes(kind === 0 ? "first" : "other", counts, symbols);
    if (!codes) return false;
    tables.set(id, codes);
    place += 17 + symbols.length;
  }
  return place === content.length;
}

/** T.81, B.2.2. */
function readFrame(header: Header, content: Buffer): boolean {
  const count = content[5] ?? 0;
  if (header.frame || content.length !== 6 + 3 * count || content[0] !== 8) return false;
  const colours = Array.from({ length: count }, (_, index) => {
    const [id, sampling, quantizer] = content.subarray(6 + 3 * index);
    return { id: id!, across: sampling! >> 4, down: sampling! & 15, quantizer: quantizer! };
  });
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)];
  header.frame = { width, height, colours };
  const isSampled = colours.every(({ across, down }) => [1, 2].includes(across) && [1, 2].includes(down));
  // With other component ids, decoders assume RGB.
  const isNumbered = colours.every(({ id }, index) => id === index + 1);
  return width > 0 && height > 0 && (count === 1 || count === 3) && isSampled && isNumbered;
}

/** Returns the end of a scan that has all components and coefficients and uses every table (T.81, B.2.3). */
function findEndOfData(
  bytes: Buffer,
  start: number,
  content: Buffer,
  { frame, quantizers, firstCodes, otherCodes }: Header,
): number | undefined {
  const count = frame?.colours.length ?? 0;
  const wholeScan = Buffer.from([0, 63, 0]);
  if (!frame || content[0] !== count || !content.subarray(1 + 2 * count).equals(wholeScan)) return undefined;
  const used = { quantizers: new Set<number>(), first: new Set<number>(), other: new Set<number>() };
  const colours = [];
  for (const [index, { id, across, down, quantizer }] of frame.colours.entries()) {
    const [scanId, tables] = content.subarray(1 + 2 * index);
    const [first, other] = [tables! >> 4, tables! & 15];
    const [ownFirst, ownOther] = [firstCodes.get(first), otherCodes.get(other)];
    if (scanId !== id || !quantizers.has(quantizer) || !ownFirst || !ownOther) return undefined;
    used.quantizers.add(quantizer);
    used.first.add(first);
    used.other.add(other);
    colours.push({ blocks: count === 1 ? 1 : across * down, firstCodes: ownFirst, otherCodes: ownOther });
  }
  const allUsed =
    used.quantizers.size === quantizers.size &&
    used.first.size === firstCodes.size &&
    used.other.size === otherCodes.size;
  return allUsed ? findEndOfScan(bytes, start, { colours, units: countUnits(frame) }) : undefined;
}

/** A single component is coded block by block, regardless of its sampling factors (T.81, A.2.2). */
function countUnits({ width, height, colours }: NonNullable<Header["frame"]>): number {
  const isAlone = colours.length === 1;
  const across = isAlone ? 1 : Math.max(...colours.map((colour) => colour.across));
  const down = isAlone ? 1 : Math.max(...colours.map((colour) => colour.down));
  return Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
}
