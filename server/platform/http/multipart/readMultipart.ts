/**
 * Reads multipart bodies for GraphQL and REST. Limits the size, the number of parts and the time, and survives
 * malformed parts and broken connections.
 */
import type { IncomingMessage } from "node:http";
import { PartCollector } from "./collectParts";
import { discardBody, type DiscardLimits } from "../discardBody";
import { joinSmallChunks } from "./joinSmallChunks";
import { Pace } from "../../rateLimiting/connections/pace";
import type { MemoryBudget } from "./MemoryBudget";
import type { MultipartBody, MultipartLimits } from "./multipartBody";
import { readFairly } from "./readFairly";
import { malformed, noRoomFor, payloadTooLarge, requestAborted, requestTimeout } from "./multipartErrors";

interface Given {
  limits: MultipartLimits;
  budget: MemoryBudget;
  /** The account or address whose share of the budget is used. */
  person: string;
  /** Limits for discarding the rest of a rejected body. */
  discard?: DiscardLimits;
}

/**
 * Resolves when the whole body has arrived. The rest of a rejected body is discarded, so that the client can read the
 * response; respond with `Connection: close` (earlyResponses does). Throws PAYLOAD_TOO_LARGE (413), BAD_USER_INPUT
 * (400), RequestTimeout (408) or RequestAborted (499). If there is no room in memory, throws RATE_LIMITED (429) for the
 * person's share and UNAVAILABLE (503) for the process, both with `retryAfter`.
 */
export function readMultipart(request: IncomingMessage, given: Given): Promise<MultipartBody> {
  if (request.destroyed && !request.readableEnded) return Promise.reject(requestAborted());
  if (request.readableDidRead) return Promise.reject(new Error("The body of this request was already read"));
  return new Promise((resolve, reject) => new Reading(request, given, { resolve, reject }).start());
}

class Reading {
  #received = 0;
  #reserved = 0;
  #isSettled = false;
  #collector: PartCollector | undefined;
  #stopTaking = () => {};
  readonly #blocks = joinSmallChunks((block) => this.#collector?.write(block));
  readonly #timer: NodeJS.Timeout;
  readonly #pace: Pace;

  constructor(
    private readonly request: IncomingMessage,
    private readonly given: Given,
    private readonly promise: { resolve(body: MultipartBody): void; reject(error: Error): void },
  ) {
    const { limits } = given;
    const giveUp = () => this.#refuse(requestTimeout());
    this.#timer = setTimeout(giveUp, limits.timeoutMs);
    this.#pace = new Pace(limits.slowest, giveUp);
  }

  start(): void {
    const { request } = this;
    const { limits, budget, person } = this.given;
    // Never removed, because the connection may still break after the body has been read or rejected.
    request.on("error", () => this.#refuse(requestAborted()));
    // A chunked body has no length; `#take` then enforces the limits.
    const announced = Number(request.headers["content-length"] ?? 0);
    if (announced > limits.maxRequestBytes) return this.#refuse(requestTooLarge(limits));
    const noRoom = budget.findNoRoom(announced, person);
    if (noRoom) return this.#refuse(noRoomFor(noRoom));
    try {
      this.#collector = new PartCollector(request.headers, limits, {
        refuse: (error) => this.#refuse(error),
        complete: (parts) => this.#complete(parts),
      });
    } catch (error) {
      return this.#refuse(error as Error);
    }
    this.#stopTaking = readFairly(request, (chunk) => this.#take(chunk));
    request.on("end", this.#end);
    request.on("close", this.#abort);
  }

  #take(chunk: Buffer): void {
    const { limits, budget, person } = this.given;
    this.#received += chunk.length;
    if (this.#received > limits.maxRequestBytes)
      return this.#refuse(requestTooLarge(limits, this.#collector?.openFieldName));
    this.#pace.moved(chunk.length);
    const noRoom = budget.reserve(chunk.length, person);
    if (noRoom) return this.#refuse(noRoomFor(noRoom));
    this.#reserved += chunk.length;
    this.#blocks.push(chunk);
  }

  readonly #end = (): void => {
    this.request.off("close", this.#abort);
    this.#blocks.flush();
    this.#collector?.end();
    // All bytes have arrived, and busboy normally reports its result within this turn of the event loop. It stops
    // reading and reports nothing if a file starts after the last boundary and is still open at the end (found by
    // fuzzing).
    setImmediate(() => this.#refuse(malformed("The multipart body is malformed")));
  };

  readonly #abort = (): void => this.#refuse(requestAborted());

  #complete(parts: Pick<MultipartBody, "fields" | "files">): void {
    if (this.#isSettled) return;
    this.#settle();
    this.promise.resolve({ ...parts, release: () => this.#release() });
  }

  #refuse(error: Error): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#collector?.stop();
    this.#release();
    discardBody(this.request, this.given.discard);
    this.promise.reject(error);
  }

  #settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#pace.stop();
    this.#stopTaking();
    this.request.off("end", this.#end);
    this.request.off("close", this.#abort);
  }

  #release(): void {
    this.given.budget.release(this.#reserved, this.given.person);
    this.#reserved = 0;
  }
}

function requestTooLarge({ maxRequestBytes }: MultipartLimits, openFile?: string): Error {
  return payloadTooLarge(`The request is larger than ${maxRequestBytes} bytes`, openFile);
}
