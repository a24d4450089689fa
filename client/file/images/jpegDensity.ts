const dotsPerInch = 1;
const endOfHeader = 20;

/**
 * Sets the resolution in the JFIF header, because authorities require it. The header follows the start marker and
 * has the unit and densities in bytes 13 to 17 of the file (JFIF 1.02). `dpi` is at most 65535.
 */
export function withDensity(jpeg: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const header = Uint8Array.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10],
    ...[0x4a, 0x46, 0x49, 0x46, 0x00, 0x01, 0x02],
    ...[dotsPerInch, dpi >> 8, dpi & 0xff, dpi >> 8, dpi & 0xff, 0, 0],
  ]);
  const rest = jpeg.subarray(hasJfifHeader(jpeg) ? endOfHeader : 2);
  const written = new Uint8Array(header.length + rest.length);
  written.set(header);
  written.set(rest, header.length);
  return written;
}

/** Detects a header without a thumbnail, which is what a canvas writes. */
function hasJfifHeader(jpeg: Uint8Array): boolean {
  const isApp0 = jpeg[2] === 0xff && jpeg[3] === 0xe0 && jpeg[4] === 0 && jpeg[5] === 16;
  return isApp0 && String.fromCharCode(...jpeg.subarray(6, 10)) === "JFIF";
}
