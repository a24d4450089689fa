/**
 * Handles a response that is sent before the request's body has arrived. If the server closed the connection
 * immediately, the kernel would send a reset and the client would lose the response; if it read the whole body, a
 * client could occupy the connection forever. So the server responds, closes its half of the connection, discards
 * incoming data for a limited time, and then closes the other half (RFC 9112 §9.6).
 */
import type { IncomingMessage } from "node:http";

/** The connection is destroyed after `idleMs` milliseconds without data, or after `totalMs` milliseconds in total. */
export interface DiscardLimits {
  idleMs: number;
  totalMs: number;
}

const DEFAULT_LIMITS: DiscardLimits = { idleMs: 3_000, totalMs: 10_000 };

const discarding = new WeakSet<IncomingMessage>();

/** Discards the rest of the body; destroys the connection if the rest exceeds the limits. Idempotent. */
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
  // Listens on the socket, because Node no longer reports a closed connection on the request once the response is sent.
  socket.once("close", finish);
  request.resume();
}

/**
 * Replaces `socket.destroySoon()`, which Node calls after the response, with a function that at first closes only our
 * half of the connection, and the rest when the body has arrived. Call this before the headers are sent, which must
 * include `Connection: close`.
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
