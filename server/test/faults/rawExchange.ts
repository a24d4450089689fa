import { connect } from "node:net";

/** What goes over one connection. */
export interface RawRequest {
  /** Head and body, as bytes in latin1, so that a counterexample can be read. */
  text: string;
  /** Where the bytes are split into packets, as shares of the whole. */
  splits: number[];
  /** The share after which the connection is cut; 1 for never. */
  cutAt: number;
  /** Whether it is right as HTTP goes, so that an answer has to come. */
  complete: boolean;
}

export interface RawReply {
  /** Of the first answer; undefined where none came. */
  status: number | undefined;
  text: string;
}

/** How long a connection may stay open; above all that the server allows itself. */
const hangsAfterMs = 20_000;
/** How long a client waits that knows that it has not sent what it announced; the server then has to let go. */
const giveUpAfterMs = 300;

/** Sends it and waits until the connection is closed; fails where it stays open. */
export async function exchange(
  port: number,
  { text, splits, cutAt, complete }: RawRequest,
): Promise<RawReply> {
  const bytes = Buffer.from(text, "latin1").subarray(0, Math.ceil(text.length * cutAt));
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  // Not `once` of node:events, which takes a reset for a failure.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString("latin1")));
  // A reset is what a client gets that goes on sending after it was refused.
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
