const BLOCK_BYTES = 64 * 1024;
const LARGE_ENOUGH = BLOCK_BYTES / 4;

/**
 * Joins small chunks into blocks. Otherwise a body that is sent in chunks of one byte would occupy one Buffer object
 * per byte, a hundred times the memory that the budget counts.
 */
export function joinSmallChunks(write: (block: Buffer) => void): {
  push(chunk: Buffer): void;
  flush(): void;
} {
  let block: Buffer | undefined;
  let filled = 0;

  function flush(): void {
    if (!block || filled === 0) return;
    const full = block.subarray(0, filled);
    // The next chunk starts a new block, because the parser retains slices of this one.
    block = undefined;
    filled = 0;
    write(full);
  }

  function push(chunk: Buffer): void {
    if (filled === 0 && chunk.length >= LARGE_ENOUGH) {
      write(chunk);
      return;
    }
    for (let from = 0; from < chunk.length;) {
      block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
      const copied = chunk.copy(block, filled, from);
      filled += copied;
      from += copied;
      if (filled === BLOCK_BYTES) flush();
    }
  }

  return { push, flush };
}
