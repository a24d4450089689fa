/**
 * Reads from an image's header what determines the cost of decoding it. Never reports less than libjpeg or libpng
 * would decode.
 */
import {
  fileViolations,
  maxPixels,
  maxScans,
  minSidePixels,
  type FileContentType,
  type FileViolation,
} from "../file.rules";

interface PictureHeader {
  /** Pixels, as stored in the file. */
  width: number;
  height: number;
  /** Bits per component. */
  depth: number;
  /** 1, or the number of scans in a progressive JPEG. Counting stops at one more than `maxScans`. */
  scans: number;
}

/** Returns a violation if the image is too expensive to decode or too small. */
export function findViolationInHeader({
  width,
  height,
  depth,
  scans,
}: PictureHeader): FileViolation | undefined {
  if (width * height > maxPixels) return fileViolations.tooManyPixels();
  // 16 bits per component take twice the memory, and no camera or document scanner writes them at that size.
  if (width * height * depth > maxPixels * 8) return fileViolations.tooDeep();
  if (Math.min(width, height) < minSidePixels) return fileViolations.tooFewPixels();
  return scans > maxScans ? fileViolations.uncheckableImage() : undefined;
}

/** Returns undefined if the header is missing or damaged. */
export function readPictureHeader(
  bytes: Buffer,
  contentType: Exclude<FileContentType, "application/pdf">,
): PictureHeader | undefined {
  return contentType === "image/png" ? readPngHeader(bytes) : readJpegHeader(bytes);
}

/** Reads width, height and depth from the IHDR chunk, which always comes first (W3C PNG, 11.2.1). */
function readPngHeader(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 26 || bytes.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), depth: bytes[24]!, scans: 1 };
}

const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Reads depth, height and width from the frame header (ITU-T T.81, B.2.2). */
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

/** Returns the position of the next 0xFF that begins a marker, skipping stuffed data (0) and fill bytes (0xFF). */
function findMarker(bytes: Buffer, start: number): number {
  for (let place = bytes.indexOf(0xff, start); place !== -1; place = bytes.indexOf(0xff, place + 1)) {
    const next = bytes[place + 1] ?? 0;
    if (next !== 0 && next !== 0xff) return place;
  }
  return bytes.length;
}

/** SOF0 to SOF15, except the tables (DHT, DAC) and the extension (JPG) in that range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Restart markers, SOI and TEM have no length field. */
function standsAlone(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
}
