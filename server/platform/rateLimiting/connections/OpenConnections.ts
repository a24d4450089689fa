import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { connectionLimits } from "../limits";
import { Pace, type SlowestPace } from "./pace";

/**
 * Milliseconds after which a connection over the limit is closed. Meanwhile its first responses are sent, and a client
 * that reconnects immediately opens one connection in this time instead of thousands.
 */
const closeAfterMs = 3_000;

/** Minimum milliseconds between log lines with the same reason. */
const reportEveryMs = 60_000;

interface ConnectionState {
  /** Number of requests whose response has not been handed to the kernel yet. */
  unanswered: number;
  /** True if the connection exceeded the limit; no more data is read from it. */
  isRefused: boolean;
  bytesReadWhenIdle: number;
  bytesSent: number;
  /** Measures how fast the client reads. Set while a response waits for the client. */
  pace?: Pace;
}

interface Options {
  slowest: SlowestPace;
  log: { warn(details: object, message: string): void };
}

export class OpenConnections {
  readonly #open = new Map<Socket, ConnectionState>();
  readonly #reportedAt = new Map<string, number>();
  #looking: NodeJS.Timeout | undefined;

  constructor(private readonly options: Options) {}

  /**
   * Watches the server's connections. Call it before the server listens; all requests have to pass through `handle`.
   */
  watch(server: Server): void {
    server.on("listening", () => {
      const everyMs = Math.min(1_000, this.options.slowest.patienceMs / 10);
      this.#looking ??= setInterval(() => this.#watchReaders(), everyMs).unref();
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
    // Replaces Node's method, which `server.close()` calls first.
    server.closeIdleConnections = () => this.closeIdle();
  }

  /**
   * Counts a request and handles it. If too many of the connection's requests are unanswered, closes it after
   * `closeAfterMs`, because a client that pipelines requests without reading would fill the memory with responses.
   */
  handle(request: IncomingMessage, response: ServerResponse, next: RequestListener): void {
    const { socket } = request;
    const state = this.#open.get(socket);
    if (!state || state.isRefused || socket.destroyed) return;
    if (state.unanswered >= connectionLimits.unanswered) return this.#refuse(socket, state);
    response.once("close", () => {
      state.unanswered--;
      state.bytesReadWhenIdle = socket.bytesRead;
    });
    if (state.unanswered++ === 0) return next(request, response);
    // Waits for the next tick, in which the whole packet has been parsed and an excess of requests is known.
    process.nextTick(() => {
      if (!state.isRefused) next(request, response);
    });
  }

  get count(): number {
    return this.#open.size;
  }

  countRunning(): number {
    return [...this.#open.values()].filter(({ unanswered }) => unanswered > 0).length;
  }

  /**
   * True if no request is running and all responses are sent: the connection is idle, or a request's headers are
   * incomplete.
   */
  isWaiting(socket: Socket): boolean {
    return this.#open.get(socket)?.unanswered === 0 && socket.writableLength === 0;
  }

  /** Closes connections that have no running request, no partly received request and no unsent response. */
  closeIdle(): void {
    for (const [socket, { bytesReadWhenIdle }] of this.#open)
      if (this.isWaiting(socket) && socket.bytesRead === bytesReadWhenIdle) socket.destroy();
  }

  /** Logs a warning, at most one a minute for the same reason. */
  report(reason: string, details: object = {}): void {
    const now = Date.now();
    if (now - (this.#reportedAt.get(reason) ?? 0) < reportEveryMs) return;
    this.#reportedAt.set(reason, now);
    this.options.log.warn(details, reason);
  }

  /** Closes connections whose clients read responses more slowly than `slowest` allows. */
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
          this.options.slowest,
          () => {
            socket.destroy();
            this.report("response not read, or read too slowly");
          },
          () => socket.writableLength > 0,
        );
        state.pace.moved(moved);
      }
    }
  }

  #refuse(socket: Socket, state: ConnectionState): void {
    state.isRefused = true;
    socket.pause();
    setTimeout(() => socket.destroy(), closeAfterMs).unref();
    this.report("connection sent requests faster than they could be answered");
  }
}

/** Internals of Node's HTTP sockets. They are not part of Node's API, so each may be missing. */
interface ParsedSocket extends Socket {
  /** `onIncoming` receives each request head and returns how the parser continues. */
  parser?: { onIncoming?: (...told: unknown[]) => number };
  _handle?: { bytesWritten?: number; writeQueueSize?: number };
}

/** The result of `onIncoming` with which the parser skips the rest of a packet, as after a protocol upgrade. */
const leaveTheRest = 2;

/**
 * Skips the rest of a packet once its connection has exceeded the limit. A packet of 64 KB can contain more than 2,000
 * requests, and Node would create objects for all of them in one turn of the event loop, even if the connection is
 * paused or closed: 1,600 such connections blocked the process for 15 s.
 */
function endPacketOnceRefused(socket: Socket, state: ConnectionState): void {
  const { parser } = socket as ParsedSocket;
  const onIncoming = parser?.onIncoming;
  if (parser && onIncoming)
    parser.onIncoming = (...told) => (state.isRefused ? leaveTheRest : onIncoming(...told));
}

/**
 * Returns the number of bytes handed to the kernel. `bytesWritten` would include bytes that are still buffered in the
 * process.
 */
function countSent(socket: Socket): number {
  const { _handle: handle } = socket as ParsedSocket;
  if (handle?.bytesWritten === undefined) return socket.bytesWritten - socket.writableLength;
  return handle.bytesWritten - (handle.writeQueueSize ?? 0);
}
