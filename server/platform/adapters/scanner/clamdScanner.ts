/**
 * Client for ClamAV's daemon, using its INSTREAM command (clamd(8)): it sends length-prefixed chunks and a zero length,
 * and receives one line. The usual package, clamscan 2.4, also looks for ClamAV's programs and runs them, and limits
 * neither the duration nor the number of concurrent scans.
 */
import { connect } from "node:net";
import pLimit from "p-limit";
import { ScannerUnavailable, type FileScanner } from "../../../core/ports";
import { toChunks } from "../../../core/toChunks";

/** Less than clamd's default `MaxThreads` of 10; further scans wait here, not in clamd's queue. */
const maxConcurrentScans = 4;
/** Maximum milliseconds from connecting to the reply; less than clamd's `CommandReadTimeout` of 30 seconds. */
const defaultTimeoutMs = 20_000;
/**
 * Maximum number of waiting scans, which hold their files in memory. Beyond it, the traveller is asked to retry later.
 */
const maxWaiting = 200;
const maxReplyBytes = 1024;

export class ClamdScanner implements FileScanner {
  readonly #limit = pLimit(maxConcurrentScans);

  /** `where` is clamd's Unix socket, or its host and port. */
  constructor(
    private readonly where: { path: string } | { host: string; port: number },
    private readonly timeoutMs = defaultTimeoutMs,
  ) {}

  /** Rejects with `ScannerUnavailable` unless the reply is a clear verdict. */
  async scan(bytes: Buffer): Promise<"CLEAN" | "INFECTED"> {
    if (this.#limit.pendingCount >= maxWaiting)
      throw new ScannerUnavailable("Too many files are waiting for clamd");
    const reply = await this.#limit(() => this.#call(bytes));
    if (reply === "stream: OK") return "CLEAN";
    if (/^stream: .+ FOUND$/.test(reply)) return "INFECTED";
    throw new ScannerUnavailable(`clamd replied: ${reply.slice(0, 200)}`);
  }

  #call(bytes: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.where);
      let reply = "";
      const fail = (why: string) => {
        clearTimeout(timer);
        socket.destroy();
        reject(new ScannerUnavailable(why));
      };
      const timer = setTimeout(() => fail("clamd did not reply in time"), this.timeoutMs);
      socket.on("error", (error) => fail(`clamd cannot be reached: ${error.message}`));
      socket.on("close", () => fail("clamd closed the connection without a reply"));
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
        for (const chunk of toChunks(bytes)) {
          socket.write(lengthPrefix(chunk));
          socket.write(chunk);
        }
        socket.write(lengthPrefix(Buffer.alloc(0)));
      });
    });
  }
}

/** Returns the chunk's length as four bytes, big-endian. */
function lengthPrefix(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}
