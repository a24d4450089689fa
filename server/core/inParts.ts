const partBytes = 64 * 1024;

/** Small parts, which wait for a slow reader, where a whole Buffer would be taken in at once. */
export function* inParts(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += partBytes)
    yield bytes.subarray(start, start + partBytes);
}
