/**
 * Rejects requests whose head is late, too long or malformed, and closes their connections. If the process was
 * suspended, connections look overdue although their data may have arrived, so it first reads pending data.
 */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { makeRequestId, requestIdHeader } from "../../http/requestLog";
import { SampledLog, type Log } from "../../http/responseCache/SampledLog";

const tooLate = "ERR_HTTP_REQUEST_TIMEOUT";
/** Status and message by Node's error code. */
const rejections: Record<string, [number, string]> = {
  [tooLate]: [408, "Client Timeout"],
  HPE_HEADER_OVERFLOW: [431, "Exceeded maximum allowed HTTP header size"],
};

/** Makes Fastify's `clientErrorHandler`. */
export function makeHeadRejection(log: Log): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const sampled = new SampledLog(log, "rejected heads that were not logged individually");
  return (error, socket) => {
    if (error.code !== tooLate || socket.bytesRead > 0) return reject(error, socket, sampled);
    // Waits for pending reads. If they deliver the first byte, Node starts a new timeout, and nothing is rejected now.
    setImmediate(() => {
      if (socket.bytesRead === 0) reject(error, socket, sampled);
    });
  };
}

function reject(error: NodeJS.ErrnoException, socket: Socket, log: SampledLog): void {
  // The client has disconnected.
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [statusCode, message] = rejections[error.code ?? ""] ?? [400, "Client Error"];
  const status = STATUS_CODES[statusCode];
  const body = JSON.stringify({ error: status, message, statusCode });
  if (socket.writable) {
    const reqId = makeRequestId();
    const head = `Content-Length: ${body.length}\r\nContent-Type: application/json\r\n${requestIdHeader}: ${reqId}`;
    socket.write(`HTTP/1.1 ${statusCode} ${status}\r\n${head}\r\n\r\n${body}`);
    log.answered({ reqId, route: "unknown", status: statusCode, ms: 0 });
  }
  socket.destroy(error);
}
