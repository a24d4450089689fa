/**
 * Handles a response that is sent before the request's body has arrived. If the server closes immediately, the kernel
 * sends a reset and the client loses the response; if it keeps reading, a client can occupy it forever. So the server
 * responds, closes its half, discards incoming data for a limited time, and then closes the connection (RFC 9112 §9.6).
 */
import type { IncomingMessage } from "node:http";

/** The connection is cut after `idleMs` milliseconds without data, or after `totalMs`. */
export interface DiscardLimits {
  idleMs: number;
  totalMs: number;
}

const DEFAULT_LIMITS: DiscardLimits = { idleMs: 3_000, totalMs: 10_000 };

const discarding = new WeakSet<IncomingMessage>();

/** Discards the rest of the body; cuts the connection if that takes too long. Idempotent. */
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
  // After the response, Node no longer reports a closed connection to the request.
  socket.once("close", finish);
  request.resume();
}

/**
 * Replaces `socket.destroySoon()`, which Node calls after the response, with a function that closes only our half until
 * the body has arrived or is abandoned. Call this before the headers, with `Connection: close`, are sent.
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
