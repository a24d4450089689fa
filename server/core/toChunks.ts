const chunkBytes = 64 * 1024;

/** Splits bytes into small parts, which respect a slow reader's backpressure, unlike a whole Buffer. */
export function* toChunks(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}
