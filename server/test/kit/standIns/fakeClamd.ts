import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The harmless file that every virus scanner reports (eicar.org), in two parts, so that scanners do not report this
 * source file.
 */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/** The behaviour of the next scans; `full` is the response to a stream over clamd's size limit. */
export type ClamdMood = "well" | "silent" | "hangs up" | "full" | "nonsense";

/**
 * Speaks clamd's INSTREAM protocol over a real Unix socket: four bytes of length before each chunk, a zero length at
 * the end.
 */
export class FakeClamd {
  mood: ClamdMood = "well";
  /** Duration of a scan, in milliseconds. */
  delayMs = 0;
  /** The bytes of each scan, oldest first. */
  readonly scanned: Buffer[] = [];
  /** The largest number of concurrent scans. */
  mostAtOnce = 0;
  #open = 0;
  readonly #folder: string;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(): Promise<FakeClamd> {
    const fake = new FakeClamd(await mkdtemp(join(tmpdir(), "clamd-")));
    await fake.listen();
    return fake;
  }

  get settings(): Record<string, string> {
    return { CLAMAV_SOCKET: join(this.#folder, "clamd.sock") };
  }

  async listen(): Promise<void> {
    this.#server = createServer((socket) => this.#serve(socket)).listen(this.settings["CLAMAV_SOCKET"]);
    await once(this.#server, "listening");
  }

  /** Stops listening, as after a crash of clamd. */
  async hangUp(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    server.close();
    await once(server, "close");
  }

  async dispose(): Promise<void> {
    await this.hangUp();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#open);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
    let isOpen = true;
    const finish = () => {
      if (isOpen) this.#open--;
      isOpen = false;
    };
    socket.on("close", finish);
    if (this.mood === "hangs up") return void socket.destroy();
    let received = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const stream = readStream(received);
      if (!stream || this.mood === "silent") return;
      this.scanned.push(stream);
      setTimeout(() => {
        finish();
        socket.end(this.#answer(stream));
      }, this.delayMs);
    });
  }

  #answer(stream: Buffer): string {
    if (this.mood === "full") return "INSTREAM size limit exceeded. ERROR\0";
    if (this.mood === "nonsense") return "stream: OK, or so it seems\0";
    return stream.includes(eicar) ? "stream: Win.Test.EICAR_HDB-1 FOUND\0" : "stream: OK\0";
  }
}

/** Returns the bytes between the command and the zero length; undefined until all have arrived. */
function readStream(received: Buffer): Buffer | undefined {
  const command = "zINSTREAM\0";
  if (received.length < command.length) return undefined;
  if (received.toString("latin1", 0, command.length) !== command) throw new Error("Not clamd's command");
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
