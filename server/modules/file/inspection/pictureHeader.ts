/**
 * What a JPEG or PNG says of itself before any pixel is decoded: what decoding it would cost. It follows the bytes as
 * libjpeg and libpng do, skipping what stands between the segments, so that nothing is counted less than they would read.
 */
import {
  fileViolations,
  maxPixels,
  maxScans,
  minSidePixels,
  type FileContentType,
  type FileViolation,
} from "../file.rules";

export interface PictureHeader {
  /** Pixels, as they lie in the file. */
  width: number;
  height: number;
  /** Bits of one colour of a pixel. */
  depth: number;
  /** Passes over the whole picture: 1, or as many as a progressive JPEG has; counted no further than one too many. */
  scans: number;
}

/** What decoding it would cost too much for, or what is too small to be of use; undefined where it may be decoded. */
export function findViolationInHeader({
  width,
  height,
  depth,
  scans,
}: PictureHeader): FileViolation | undefined {
  if (width * height > maxPixels) return fileViolations.tooManyPixels();
  // A colour of 16 bits takes twice the memory, and no camera or scanner for papers writes it in that size.
  if (width * height * depth > maxPixels * 8) return fileViolations.tooDeep();
  if (Math.min(width, height) < minSidePixels) return fileViolations.tooFewPixels();
  return scans > maxScans ? fileViolations.uncheckableImage() : undefined;
}

/** Undefined where the header is not there, or is damaged. */
export function readPictureHeader(
  bytes: Buffer,
  contentType: Exclude<FileContentType, "application/pdf">,
): PictureHeader | undefined {
  return contentType === "image/png" ? readPngHeader(bytes) : readJpegHeader(bytes);
}

/** The IHDR chunk, which is the first (W3C PNG, 11.2.1): width, height and depth after signature, length and type. */
function readPngHeader(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 26 || bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), depth: bytes[24]!, scans: 1 };
}

const startOfScan = 0xda;
const endOfImage = 0xd9;

/** The frame header (ITU-T T.81, B.2.2): depth, height and width after its length. */
function readJpegHeader(bytes: Buffer): PictureHeader | undefined {
  let header: PictureHeader | undefined;
  let scans = 0;
  let place = findMarker(bytes, 2);
  while (place + 9 < bytes.length && scans <= maxScans) {
    const marker = bytes[place + 1]!;
    if (marker === endOfImage) break;
    if (isFrame(marker))
      header ??= {
        depth: bytes[place + 4]!,
        height: bytes.readUInt16BE(place + 5),
        width: bytes.readUInt16BE(place + 7),
        scans,
      };
    if (marker === startOfScan) scans += 1;
    place = findMarker(bytes, place + 2 + (standsAlone(marker) ? 0 : bytes.readUInt16BE(place + 2)));
  }
  return header && { ...header, scans };
}

/** The next 0xFF that is followed by the number of a marker: neither data (0) nor a fill byte (0xFF). */
function findMarker(bytes: Buffer, start: number): number {
  for (let place = bytes.indexOf(0xff, start); place !== -1; place = bytes.indexOf(0xff, place + 1)) {
    const next = bytes[place + 1] ?? 0;
    if (next !== 0 && next !== 0xff) return place;
  }
  return bytes.length;
}

/** SOF0 to SOF15, less the tables (DHT, DAC) and the extension (JPG) among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Restarts, the start of an image and TEM have no length behind them. */
function standsAlone(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
}
