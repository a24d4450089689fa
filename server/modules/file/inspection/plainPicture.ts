/**
 * Checks that an image file ends with its image. Only then is a visa stored exactly as the authority issued
 * it, so that data hidden after the image is never stored.
 */

/** True if nothing follows the image. The file must already have been decoded as this type. */
export function isPlainPicture(bytes: Buffer, contentType: "image/jpeg" | "image/png"): boolean {
  const end = contentType === "image/jpeg" ? findEndOfJpeg(bytes) : findEndOfPng(bytes);
  return end === bytes.length;
}

const endOfImage = 0xd9;
const startOfScan = 0xda;

/** Returns the position after the image (ITU-T T.81, annex B), or undefined if the segments are broken. */
function findEndOfJpeg(bytes: Buffer): number | undefined {
  let place = 2;
  while (place + 2 <= bytes.length) {
    if (bytes[place] !== 0xff) return undefined;
    const marker = bytes[place + 1];
    if (marker === endOfImage) return place + 2;
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      place += 1;
      continue;
    }
    if (place + 4 > bytes.length) return undefined;
    place += 2 + bytes.readUInt16BE(place + 2);
    if (marker === startOfScan) place = findEndOfScan(bytes, place);
  }
  return undefined;
}

/** Returns the position after the data of a scan, in which 0xFF is followed by 0 or a restart marker. */
function findEndOfScan(bytes: Buffer, start: number): number {
  for (let place = bytes.indexOf(0xff, start); place !== -1; place = bytes.indexOf(0xff, place + 1)) {
    const next = bytes[place + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return place;
  }
  return bytes.length;
}

const lengthOfPngSignature = 8;
/** Number of bytes that a chunk has besides its data: length, type and checksum. */
const lengthOfPngFrame = 12;

/** Returns the position after the IEND chunk (W3C PNG, 5.3), or undefined if there is none. */
function findEndOfPng(bytes: Buffer): number | undefined {
  let place = lengthOfPngSignature;
  while (place + lengthOfPngFrame <= bytes.length) {
    const type = bytes.toString("latin1", place + 4, place + 8);
    place += lengthOfPngFrame + bytes.readUInt32BE(place);
    if (type === "IEND") return place;
  }
  return undefined;
}
