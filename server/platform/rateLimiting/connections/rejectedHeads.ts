/**
 * Rejects requests whose head is late, too long or malformed, and closes their connections. A process that
 * was suspended finds connections overdue before it reads from them: what has arrived meanwhile is read first.
 */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

const tooLate = "ERR_HTTP_REQUEST_TIMEOUT";
/** Status and message by Node's error code. */
const rejections: Record<string, [number, string]> = {
  [tooLate]: [408, "Client Timeout"],
  HPE_HEADER_OVERFLOW: [431, "Exceeded maximum allowed HTTP header size"],
};

/** Fastify's `clientErrorHandler`. */
export function rejectHead(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== tooLate || socket.bytesRead > 0) return reject(error, socket);
  // After the next reads. Node measures the time of the head again when its first byte arrives.
  setImmediate(() => {
    if (socket.bytesRead === 0) reject(error, socket);
  });
}

function reject(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client has left.
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [statusCode, message] = rejections[error.code ?? ""] ?? [400, "Client Error"];
  const status = STATUS_CODES[statusCode];
  const body = JSON.stringify({ error: status, message, statusCode });
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${statusCode} ${status}\r\nContent-Length: ${body.length}\r\nContent-Type: application/json\r\n\r\n${body}`,
    );
  socket.destroy(error);
}
