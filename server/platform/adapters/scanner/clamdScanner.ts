/**
 * ClamAV's daemon by its INSTREAM command (clamd(8)): length-prefixed chunks, a zero length, one line of reply.
 * Our own because clamscan 2.4, the usual package, runs and looks for ClamAV's programs beside the socket, and bounds
 * neither the time of a scan nor how many run at once.
 */
import { connect, type NetConnectOpts } from "node:net";
import pLimit from "p-limit";
import { ScannerUnavailable, type FileScanner } from "../../../core/ports";

/** clamd's default `MaxThreads` is 10; the rest wait here and not in its queue. */
const maxConcurrentScans = 4;
/** From the connection to the reply. clamd's own `CommandReadTimeout` is 30 seconds. */
const defaultTimeoutMs = 20_000;
/** Waiting for a turn costs memory; past it the traveller is better told to come back. */
const maxWaiting = 200;
const chunkBytes = 64 * 1024;
const maxReplyBytes = 1024;

export class ClamdScanner implements FileScanner {
  readonly #where: NetConnectOpts;
  readonly #timeoutMs: number;
  readonly #turns = pLimit(maxConcurrentScans);

  /** `where` clamd listens: the path of a Unix socket, or host and port. */
  constructor(where: { path: string } | { host: string; port: number }, timeoutMs = defaultTimeoutMs) {
    this.#where = where;
    this.#timeoutMs = timeoutMs;
  }

  /** Rejects with `ScannerUnavailable` for anything but a plain yes or no. */
  async scan(bytes: Buffer): Promise<"CLEAN" | "INFECTED"> {
    if (this.#turns.pendingCount >= maxWaiting) throw new ScannerUnavailable("Too many files wait for clamd");
    const reply = await this.#turns(() => this.#call(bytes));
    if (reply === "stream: OK") return "CLEAN";
    if (/^stream: .+ FOUND$/.test(reply)) return "INFECTED";
    throw new ScannerUnavailable(`clamd answered: ${reply.slice(0, 200)}`);
  }

  #call(bytes: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#where);
      let reply = "";
      const fail = (why: string) => {
        clearTimeout(timer);
        socket.destroy();
        reject(new ScannerUnavailable(why));
      };
      const timer = setTimeout(() => fail("clamd did not answer in time"), this.#timeoutMs);
      socket.on("error", (error) => fail(`clamd cannot be reached: ${error.message}`));
      socket.on("close", () => fail("clamd closed the connection without an answer"));
      socket.on("data", (chunk: Buffer) => {
        reply += chunk.toString("latin1");
        const end = reply.indexOf("\0");
        if (end === -1 && reply.length <= maxReplyBytes) return;
        clearTimeout(timer);
        socket.destroy();
        resolve(end === -1 ? reply : reply.slice(0, end));
      });
      socket.on("connect", () => {
        socket.write("zINSTREAM\0");
        for (let from = 0; from < bytes.length; from += chunkBytes) {
          const chunk = bytes.subarray(from, from + chunkBytes);
          socket.write(lengthOf(chunk));
          socket.write(chunk);
        }
        socket.write(lengthOf(Buffer.alloc(0)));
      });
    });
  }
}

/** Four bytes, the highest first. */
function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}
