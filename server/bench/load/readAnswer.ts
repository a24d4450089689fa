export interface Answer {
  status: number;
  /** Head and body of the response, as received. */
  bytes: Buffer;
}

/** Parses an HTTP/1.1 response; returns undefined while it is incomplete. */
export function readAnswer(bytes: Buffer): Answer | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const head = bytes.toString("latin1", 0, headEnd).toLowerCase();
  const status = Number(head.slice(9, 12));
  const body = headEnd + 4;
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  const isComplete = head.includes("\r\ntransfer-encoding: chunked")
    ? hasLastChunk(bytes, body)
    : bytes.length >= body + Number(length ?? 0);
  return isComplete ? { status, bytes } : undefined;
}

function hasLastChunk(bytes: Buffer, start: number): boolean {
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return false;
    const size = parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error("This is not a chunk");
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return false;
    if (size === 0) return true;
  }
}
