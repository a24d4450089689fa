import { connect } from "node:net";

/** One raw request over one connection. */
export interface RawRequest {
  /** Head and body; each character is one byte (latin1), so that a counterexample is readable. */
  text: string;
  /** Positions at which the bytes are split into packets, as fractions of the length. */
  splits: number[];
  /** The fraction of the bytes after which the connection is cut; 1 for never. */
  cutAt: number;
  /** True if the request is valid HTTP, so that a response is required. */
  complete: boolean;
}

export interface RawReply {
  /** Status of the first response; undefined if there was none. */
  status: number | undefined;
  text: string;
}

/** Maximum milliseconds that a connection may stay open; longer than any timeout of the server. */
const hangsAfterMs = 20_000;
/**
 * Milliseconds until a client gives up on an incomplete request; the server must then close the connection.
 */
const giveUpAfterMs = 300;

/** Sends the request and waits until the connection closes; throws if it stays open. */
export async function exchange(
  port: number,
  { text, splits, cutAt, complete }: RawRequest,
): Promise<RawReply> {
  const bytes = Buffer.from(text, "latin1").subarray(0, Math.ceil(text.length * cutAt));
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  // Not `once` of node:events, which rejects on a reset.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString("latin1")));
  // Ignores the reset that a client gets if it continues to send after a refusal.
  socket.on("error", () => {});
  const giveUp = setTimeout(() => socket.end(), complete ? hangsAfterMs : giveUpAfterMs);
  const hang = setTimeout(() => socket.destroy(new Error("hangs")), hangsAfterMs);
  let hung = false;
  socket.once("error", (error) => (hung = error.message === "hangs"));

  let from = 0;
  for (const share of [...splits, 1].toSorted((a, b) => a - b)) {
    const to = Math.ceil(bytes.length * share);
    if (to <= from) continue;
    socket.write(bytes.subarray(from, to));
    from = to;
    await new Promise(setImmediate);
  }
  if (cutAt < 1) socket.destroySoon();
  await closed;
  clearTimeout(giveUp);
  clearTimeout(hang);
  if (hung) throw new Error(`No end within ${hangsAfterMs} ms after ${received.slice(0, 300)}`);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1];
  return { status: status === undefined ? undefined : Number(status), text: received };
}
