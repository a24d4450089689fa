const chunkBytes = 64 * 1024;

/** Splits bytes into chunks, because a Buffer written as a whole ignores a slow reader's backpressure. */
export function* toChunks(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}
