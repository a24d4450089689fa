const chunkBytes = 64 * 1024;

/**
 * Splits bytes into chunks, because a Buffer written in one piece is not subject to backpressure from a slow reader.
 */
export function* toChunks(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}
