import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Pace, type SlowestPace } from "./pace";

/**
 * Requests of one connection that may be unanswered at once. Browsers wait for each response, and programs that pipeline
 * send a few: past that, one packet of 64 KB holds thousands of requests.
 */
export const maxUnanswered = 8;

/**
 * How long such a connection stays open, in milliseconds: its first responses leave, and a client that opens the next one
 * at once costs a connection in that time instead of thousands.
 */
const closeAfterMs = 3_000;

/** How often at most the log reports connections that were closed for one reason. */
const reportEveryMs = 60_000;

interface ConnectionState {
  /** Requests whose response is not handed over to the system yet. */
  unanswered: number;
  /** Sent too much; nothing more is read from it. */
  isRefused: boolean;
  bytesReadWhenIdle: number;
  bytesSent: number;
  /** While a response waits for its reader. */
  pace?: Pace;
}

interface Options {
  slowest: SlowestPace;
  log: { warn(details: object, message: string): void };
}

/** The open connections of a server, each with what it is doing. */
export class OpenConnections {
  readonly #slowest: SlowestPace;
  readonly #log: Options["log"];
  readonly #open = new Map<Socket, ConnectionState>();
  readonly #reportedAt = new Map<string, number>();
  #looking: NodeJS.Timeout | undefined;

  constructor({ slowest, log }: Options) {
    this.#slowest = slowest;
    this.#log = log;
  }

  /** Follows a server that does not listen yet. Each of its requests has to pass `handle`. */
  watch(server: Server): void {
    server.on("listening", () => {
      const everyMs = Math.min(1_000, this.#slowest.patienceMs / 10);
      this.#looking = setInterval(() => this.#watchReaders(), everyMs).unref();
    });
    server.on("close", () => clearInterval(this.#looking));
    server.on("connection", (socket) => {
      const state: ConnectionState = { unanswered: 0, isRefused: false, bytesReadWhenIdle: 0, bytesSent: 0 };
      this.#open.set(socket, state);
      endPacketOnceRefused(socket, state);
      socket.once("close", () => {
        this.#open.delete(socket);
        state.pace?.stop();
      });
    });
    // `server.close()` calls it first.
    server.closeIdleConnections = () => this.closeIdle();
  }

  /**
   * Counts a request and handles it. Closes its connection soon if too many of its requests are unanswered: a client
   * that pipelines and does not read would fill the memory with responses.
   */
  handle(request: IncomingMessage, response: ServerResponse, next: RequestListener): void {
    const { socket } = request;
    const state = this.#open.get(socket);
    if (!state || state.isRefused || socket.destroyed) return;
    if (state.unanswered >= maxUnanswered) return this.#refuse(socket, state);
    response.once("close", () => {
      state.unanswered--;
      state.bytesReadWhenIdle = socket.bytesRead;
    });
    if (state.unanswered++ === 0) return next(request, response);
    // By then its packet is read, and it is known whether there are too many in it.
    process.nextTick(() => {
      if (!state.isRefused) next(request, response);
    });
  }

  get count(): number {
    return this.#open.size;
  }

  /** Number of connections on which a request runs. */
  countRunning(): number {
    return [...this.#open.values()].filter(({ unanswered }) => unanswered > 0).length;
  }

  /** True if no request runs on it: it is idle, or the head of a request has not come whole. */
  isWaiting(socket: Socket): boolean {
    return this.#open.get(socket)?.unanswered === 0 && socket.writableLength === 0;
  }

  /** Closes those on which no request runs, none has begun to come, and no response waits to be sent. */
  closeIdle(): void {
    for (const [socket, { bytesReadWhenIdle }] of this.#open)
      if (this.isWaiting(socket) && socket.bytesRead === bytesReadWhenIdle) socket.destroy();
  }

  /** Holds whoever does not read a response to the slowest pace. */
  #watchReaders(): void {
    for (const [socket, state] of this.#open) {
      const bytesSent = countSent(socket);
      const moved = bytesSent - state.bytesSent;
      state.bytesSent = bytesSent;
      if (socket.writableLength === 0) {
        state.pace?.stop();
        delete state.pace;
      } else {
        state.pace ??= new Pace(
          this.#slowest,
          () => socket.writableLength > 0,
          () => {
            socket.destroy();
            this.#report("a response was not read, or too slowly");
          },
        );
        state.pace.moved(moved);
      }
    }
  }

  #refuse(socket: Socket, state: ConnectionState): void {
    state.isRefused = true;
    socket.pause();
    setTimeout(() => socket.destroy(), closeAfterMs).unref();
    this.#report("a connection sent requests faster than they could be answered");
  }

  #report(reason: string): void {
    const now = Date.now();
    if (now - (this.#reportedAt.get(reason) ?? 0) < reportEveryMs) return;
    this.#reportedAt.set(reason, now);
    this.#log.warn({}, reason);
  }
}

/** What Node keeps on a socket of its HTTP server; not part of its API, so each may be missing. */
interface ParsedSocket extends Socket {
  /** `onIncoming` is told of each head, and returns how the parser goes on. */
  parser?: { onIncoming?: (...told: unknown[]) => number };
  _handle?: { bytesWritten?: number; writeQueueSize?: number };
}

/** The parser leaves the rest of a packet unread, as after a change of protocol. */
const leaveTheRest = 2;

/**
 * A packet of 64 KB holds 1,500 requests at worst, and Node makes objects of all of them in one turn of the event loop,
 * also once the connection is paused or closed: 1,600 such connections stopped everything for 15 s.
 */
function endPacketOnceRefused(socket: Socket, state: ConnectionState): void {
  const { parser } = socket as ParsedSocket;
  const onIncoming = parser?.onIncoming;
  if (parser && onIncoming)
    parser.onIncoming = (...told) => (state.isRefused ? leaveTheRest : onIncoming(...told));
}

/** Bytes that have left for the system; `bytesWritten` counts those that still wait in the process too. */
function countSent(socket: Socket): number {
  const { _handle: handle } = socket as ParsedSocket;
  if (handle?.bytesWritten === undefined) return socket.bytesWritten - socket.writableLength;
  return handle.bytesWritten - (handle.writeQueueSize ?? 0);
}
