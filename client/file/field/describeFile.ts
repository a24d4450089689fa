import { formatBytes } from "../formatBytes";
import type { PreparedFile } from "./prepareFile";

/** What became of a file: `3.8 MB → 92 KB, 630 × 810 px`, or its size alone where nothing was done to it. */
export function describeFile({ file, originalSize, width, height }: PreparedFile): string {
  const size = formatBytes(file.size);
  const change = originalSize === undefined ? size : `${formatBytes(originalSize)} → ${size}`;
  return width && height ? `${change}, ${width} × ${height} px` : change;
}
