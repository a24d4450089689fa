/**
 * Sends webhooks. Redirects are not followed, because they could lead into our own network. At most 16 KB of a response
 * are read. An attempt takes at most 15 s, including the DNS lookup.
 */
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  webhookAttemptMs,
  type WebhookMessage,
  type WebhookResult,
  type WebhookSender,
} from "../../../core/webhookPort";
import { orAborted } from "../orAborted";
import { findTarget, targetFaults, type Target, type TargetOptions } from "./webhookTarget";

const maxResponseBytes = 16 * 1024;
export const maxExcerptLength = 200;
type Response = Pick<WebhookResult, "status" | "excerpt" | "retryAfter">;

interface Options extends TargetOptions {
  /** For tests. */
  maxMs?: number;
}

export class HttpWebhookSender implements WebhookSender {
  constructor(private readonly options: Options) {}

  async findFault(url: string): Promise<string | undefined> {
    const found = await findTarget(url, this.options);
    return typeof found === "string" ? targetFaults[found] : undefined;
  }

  async send(message: WebhookMessage, stop?: AbortSignal): Promise<WebhookResult> {
    const { maxMs = webhookAttemptMs } = this.options;
    const begun = performance.now();
    const late = AbortSignal.timeout(maxMs);
    const signal = stop ? AbortSignal.any([late, stop]) : late;
    const end = (error: string | null, response: Partial<Response> = {}): WebhookResult => ({
      status: null,
      excerpt: "",
      retryAfter: null,
      error,
      ...response,
      durationMs: Math.round(performance.now() - begun),
    });
    try {
      const target = await orAborted(findTarget(message.url, this.options), signal);
      if (typeof target === "string") return end(target);
      return end(null, await orAborted(post(target, message, signal), signal));
    } catch (error) {
      if (stop?.aborted) return end("STOPPED");
      return end(late.aborted ? "TIMEOUT" : ((error as NodeJS.ErrnoException).code ?? "UNFORESEEN"));
    }
  }
}

function post({ url, address }: Target, { headers, body }: WebhookMessage, signal: AbortSignal) {
  const family = isIP(address);
  // Returns the address that was checked, because a second DNS lookup could return another one.
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family);
  const options: https.RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body), "accept-encoding": "identity" },
    agent: false,
    lookup,
    signal,
  };
  return new Promise<Response>((resolve, reject) => {
    const send = url.protocol === "https:" ? https.request : http.request;
    const request = send(url, options, (response) => {
      const { statusCode: status = 0 } = response;
      const retryAfter = response.headers["retry-after"] ?? null;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        resolve({ status, retryAfter, excerpt: toExcerpt(Buffer.concat(chunks)) });
        request.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, maxResponseBytes - bytes));
        bytes += chunk.length;
        if (bytes >= maxResponseBytes) finish();
      });
      response.on("end", finish);
      response.on("error", reject);
    });
    // Without this listener, Node would close the connection without emitting any event, and the promise would not
    // settle.
    request.on("upgrade", ({ statusCode: status = 0 }, socket) => {
      resolve({ status, retryAfter: null, excerpt: "" });
      socket.destroy();
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Returns the beginning of the response as text without control characters, for display. */
function toExcerpt(bytes: Buffer): string {
  const text = bytes.subarray(0, maxExcerptLength * 4).toString("utf8");
  return [...text.replace(/\p{Cc}+/gu, " ")].slice(0, maxExcerptLength).join("").trim();
}
