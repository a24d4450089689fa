/**
 * Rejects requests whose head is late, too long or malformed, and closes their connections. After a
 * process was suspended, connections look overdue although data may have arrived, so that data is read first.
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
  // Waits for the next reads. Node restarts the timeout of the head at its first byte.
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
