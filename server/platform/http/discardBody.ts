/**
 * What happens to a request that is answered before its body has arrived. A server that just closes makes the
 * kernel send a reset, and the client loses the response; one that reads on for ever can be kept busy. So: answer,
 * close our half, throw away what still comes for a bounded time, close the rest (RFC 9112 §9.6).
 */
import type { IncomingMessage } from "node:http";

/** Milliseconds. `idleMs` without a byte, or `totalMs` in all, and the connection is cut. */
export interface DiscardLimits {
  idleMs: number;
  totalMs: number;
}

const DEFAULT_LIMITS: DiscardLimits = { idleMs: 3_000, totalMs: 10_000 };

const discarding = new WeakSet<IncomingMessage>();

/** Reads the rest of the body and forgets it; cuts the connection when that takes too long. Repeats do nothing. */
export function discardBody(request: IncomingMessage, limits: DiscardLimits = DEFAULT_LIMITS): void {
  if (discarding.has(request) || request.readableEnded || request.destroyed) return;
  discarding.add(request);
  const { socket } = request;
  const cut = () => socket.destroy();
  const total = setTimeout(cut, limits.totalMs);
  const idle = setTimeout(cut, limits.idleMs);
  const forget = () => void idle.refresh();
  const finish = () => {
    clearTimeout(total);
    clearTimeout(idle);
    request.off("data", forget);
    socket.off("close", finish);
  };
  request.on("error", () => {});
  request.on("data", forget);
  request.once("end", finish);
  // After the response Node no longer tells the request that its connection is gone.
  socket.once("close", finish);
  request.resume();
}

/**
 * To be called before the response's headers leave, with `Connection: close` in them: Node then calls
 * `socket.destroySoon()` after the response, which here closes our half only until the body is in or given up.
 */
export function lingeringClose(request: IncomingMessage, limits?: DiscardLimits): void {
  const { socket } = request;
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) return destroySoon();
    request.once("end", destroySoon);
    socket.end();
  };
  discardBody(request, limits);
}
