import type { FastifyInstance } from "fastify";
import { compressAll, strongest } from "./compression";
import { publicCaching, sendCompressed } from "./responseCachePlugin";

interface PublicText {
  contentType: string;
  /** Called on the first request, so that it does not delay the start. */
  makeText(): string;
  /** Identifies the current catalogue. Cached responses are discarded when it changes. */
  currentVersion(): object;
}

/** Serves a text that only a release changes. */
export function servePublicText(app: FastifyInstance, path: string, given: PublicText): void {
  const { contentType, makeText, currentVersion } = given;
  // Compressed on the first request, because compression takes 100 ms, which would delay the start.
  let compressing: ReturnType<typeof compressAll> | undefined;
  app.get(path, async (request, reply) => {
    const version = currentVersion();
    const compressed = await (compressing ??= compressAll(makeText(), strongest));
    // Cached only without a query string, because clients can send any number of them.
    if (request.url === path) request.publicMark = { version, compressed };
    reply.type(`${contentType}; charset=utf-8`).header("cache-control", publicCaching);
    return sendCompressed(compressed, request, reply);
  });
}
