/**
 * Avoids copying unchanged bytes between processes. An inspected file often ends with the same bytes as the upload, so
 * the inspection process returns only the head that differs. This saves CPU and memory.
 */
import type { Checked } from "../file.rules";
import type { CleanContent, InspectedContent } from "./inspectContent";

interface TailCut {
  head: Buffer;
  /** Number of bytes to append from the end of the uploaded file. */
  tail: number;
}

/** An inspection result in the form that is sent between processes. */
export type CutInspection = Checked<{ content: Omit<CleanContent, "bytes"> & { bytes: TailCut } }>;

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
  // Binary search: if the last n bytes match, the last n - 1 match as well.
  while (over - tail > 1) {
    const half = (tail + over) >> 1;
    if (lastBytes(bytes, half).equals(lastBytes(sent, half))) tail = half;
    else over = half;
  }
  return { head: bytes.subarray(0, bytes.length - tail), tail };
}

function restoreTail({ head, tail }: TailCut, sent: Buffer): Buffer {
  return head.length === 0 ? lastBytes(sent, tail) : Buffer.concat([head, lastBytes(sent, tail)]);
}

function lastBytes(bytes: Buffer, count: number): Buffer {
  return bytes.subarray(bytes.length - count);
}
