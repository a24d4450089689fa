/**
 * Reads a multipart body for GraphQL and REST alike. Guards the process against what a client may send: size,
 * number, time, malformed parts, a broken connection. Calls PartCollector for the parts, MemoryBudget for room.
 */
import type { IncomingMessage } from "node:http";
import { PartCollector } from "./collectParts";
import { discardBody, type DiscardLimits } from "../discardBody";
import { joinSmallChunks } from "./joinSmallChunks";
import { Pace } from "../pace";
import type { MemoryBudget } from "./MemoryBudget";
import type { MultipartBody, MultipartLimits } from "./multipartBody";
import { takeInPortions } from "./takeInPortions";
import { malformed, noRoomFor, payloadTooLarge, RequestAborted, RequestTimeout } from "./multipartErrors";

interface Given {
  limits: MultipartLimits;
  budget: MemoryBudget;
  /** Whose share of the budget it is: an account or an address. */
  person: string;
  /** For how long the rest of a body is read after a refusal. */
  discard?: DiscardLimits;
}

/**
 * Resolves when the whole body is in. After a refusal the rest of the body is thrown away, so that the client
 * gets to read its response; answer with `Connection: close` (earlyResponses does).
 * Errors: PAYLOAD_TOO_LARGE (413), BAD_USER_INPUT (400), RATE_LIMITED (429) where that person sends too much at once,
 * UNAVAILABLE (503), both with `retryAfter`; RequestTimeout (408); RequestAborted (499).
 */
export function readMultipart(
  request: IncomingMessage,
  { limits, budget, person, discard }: Given,
): Promise<MultipartBody> {
  return new Promise((resolve, reject) => {
    if (request.destroyed && !request.readableEnded) return reject(new RequestAborted());
    if (request.readableDidRead) return reject(new Error("The body of this request was read before"));

    let received = 0;
    let reserved = 0;
    let settled = false;
    let collector: PartCollector | undefined;
    let stopTaking = () => {};

    function release(): void {
      budget.release(reserved, person);
      reserved = 0;
    }

    function settle(): void {
      settled = true;
      clearTimeout(timer);
      pace.stop();
      stopTaking();
      request.off("end", onEnd);
      request.off("close", onClose);
    }

    function refuse(error: Error): void {
      if (settled) return;
      settle();
      collector?.stop();
      release();
      discardBody(request, discard);
      reject(error);
    }

    function onData(chunk: Buffer): void {
      received += chunk.length;
      if (received > limits.maxRequestBytes) return refuse(requestTooLarge(limits, collector?.openFileName));
      pace.moved(chunk.length);
      const noRoom = budget.reserve(chunk.length, person);
      if (noRoom) return refuse(noRoomFor(noRoom));
      reserved += chunk.length;
      blocks.push(chunk);
    }

    function onEnd(): void {
      request.off("close", onClose);
      blocks.flush();
      collector?.end();
      // All is in, and busboy tells before this turn of the event loop is over what it makes of it. It tells nothing
      // where a file begins after the last boundary and is still open at the end: it stopped reading halfway (fuzz).
      setImmediate(() => refuse(malformed("The multipart body is malformed")));
    }

    function onClose(): void {
      refuse(new RequestAborted());
    }

    const blocks = joinSmallChunks((block) => collector?.write(block));
    const giveUp = () => refuse(new RequestTimeout());
    const timer = setTimeout(giveUp, limits.timeoutMs);
    const pace = new Pace(limits.slowest, () => true, giveUp);
    // Stays for good: the connection may still break after the body was read or refused.
    request.on("error", () => refuse(new RequestAborted()));

    // Absent for a chunked body; then onData is what holds the limits.
    const announced = Number(request.headers["content-length"] ?? 0);
    if (announced > limits.maxRequestBytes) return refuse(requestTooLarge(limits));
    const noRoom = budget.findNoRoom(announced, person);
    if (noRoom) return refuse(noRoomFor(noRoom));
    try {
      collector = new PartCollector(request.headers, limits, {
        refuse,
        complete({ fields, files }) {
          if (settled) return;
          settle();
          resolve({ fields, files, release });
        },
      });
    } catch (error) {
      return refuse(error as Error);
    }
    stopTaking = takeInPortions(request, onData);
    request.on("end", onEnd);
    request.on("close", onClose);
  });
}

function requestTooLarge({ maxRequestBytes }: MultipartLimits, openFile?: string): Error {
  return payloadTooLarge(`The request is larger than ${maxRequestBytes} bytes`, openFile);
}
