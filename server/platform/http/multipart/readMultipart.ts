/** Reads multipart bodies for GraphQL and REST, and protects the process from client input. */
import type { IncomingMessage } from "node:http";
import { PartCollector } from "./collectParts";
import { discardBody, type DiscardLimits } from "../discardBody";
import { joinSmallChunks } from "./joinSmallChunks";
import { Pace } from "../../rateLimiting/connections/pace";
import type { MemoryBudget } from "./MemoryBudget";
import type { MultipartBody, MultipartLimits } from "./multipartBody";
import { readFairly } from "./readFairly";
import { malformed, noRoomFor, payloadTooLarge, RequestAborted, RequestTimeout } from "./multipartErrors";

interface Given {
  limits: MultipartLimits;
  budget: MemoryBudget;
  /** The account or address whose share of the budget is used. */
  person: string;
  /** Limits for discarding the rest of the body after a refusal. */
  discard?: DiscardLimits;
}

/**
 * Resolves when the whole body has arrived. After a refusal the rest is discarded, so that the client can
 * read the response; respond with `Connection: close`. Throws PAYLOAD_TOO_LARGE, BAD_USER_INPUT,
 * RATE_LIMITED, UNAVAILABLE, RequestTimeout, RequestAborted.
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
      if (received > limits.maxRequestBytes) return refuse(requestTooLarge(limits, collector?.openFieldName));
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
      // All bytes have arrived, and busboy normally reports its result within this turn of the event loop. It
      // reports nothing if a file starts after the last boundary and is still open at the end, because it
      // stopped reading halfway (found by fuzzing).
      setImmediate(() => refuse(malformed("The multipart body is malformed")));
    }

    function onClose(): void {
      refuse(new RequestAborted());
    }

    const blocks = joinSmallChunks((block) => collector?.write(block));
    const giveUp = () => refuse(new RequestTimeout());
    const timer = setTimeout(giveUp, limits.timeoutMs);
    const pace = new Pace(limits.slowest, () => true, giveUp);
    // Never removed: the connection may still break after the body was read or refused.
    request.on("error", () => refuse(new RequestAborted()));

    // Absent for a chunked body; onData then enforces the limits.
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
    stopTaking = readFairly(request, onData);
    request.on("end", onEnd);
    request.on("close", onClose);
  });
}

function requestTooLarge({ maxRequestBytes }: MultipartLimits, openFile?: string): Error {
  return payloadTooLarge(`The request is larger than ${maxRequestBytes} bytes`, openFile);
}
