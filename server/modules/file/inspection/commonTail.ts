/**
 * A file that is kept much as it came need not come back from the process that looked at it: its last bytes are those that
 * were sent. What is not copied between processes neither costs computing nor memory that has to be collected.
 */
import type { CleanContent, InspectedContent } from "./inspectContent";

export interface TailCut {
  head: Buffer;
  /** So many bytes of the end of what was sent follow. */
  tail: number;
}

/** An inspection as it crosses over. */
export type CutInspection =
  | Extract<InspectedContent, { content?: undefined }>
  | { content: Omit<CleanContent, "bytes"> & { bytes: TailCut }; violation?: undefined };

export function cutInspection(inspected: InspectedContent, sent: Buffer): CutInspection {
  const { content } = inspected;
  return content ? { content: { ...content, bytes: cutCommonTail(content.bytes, sent) } } : inspected;
}

export function restoreInspection(inspected: CutInspection, sent: Buffer): InspectedContent {
  const { content } = inspected;
  return content ? { content: { ...content, bytes: restoreTail(content.bytes, sent) } } : inspected;
}

function cutCommonTail(bytes: Buffer, sent: Buffer): TailCut {
  let [tail, over] = [0, Math.min(bytes.length, sent.length) + 1];
  // Where the last n bytes are the same, so are the last n - 1.
  while (over - tail > 1) {
    const half = (tail + over) >> 1;
    if (endOf(bytes, half).equals(endOf(sent, half))) tail = half;
    else over = half;
  }
  return { head: bytes.subarray(0, bytes.length - tail), tail };
}

function restoreTail({ head, tail }: TailCut, sent: Buffer): Buffer {
  return head.length === 0 ? endOf(sent, tail) : Buffer.concat([head, endOf(sent, tail)]);
}

function endOf(bytes: Buffer, count: number): Buffer {
  return bytes.subarray(bytes.length - count);
}
