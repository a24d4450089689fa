const chunkBytes = 64 * 1024;

/**
 * Splits bytes into small parts, which respect a slow reader's backpressure; a whole Buffer would be queued
 * at once.
 */
export function* toChunks(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}
