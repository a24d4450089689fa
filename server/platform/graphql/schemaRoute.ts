import type { FastifyInstance } from "fastify";
import { compressAll, strongest } from "../http/responseCache/compression";
import { publicCaching, sendCompressed } from "../http/responseCache/responseCachePlugin";

interface Options {
  /** The public schema. */
  sdl: string;
  /** The current catalogue: cached responses end with it. */
  currentVersion(): object;
}

/** `/developers/schema.graphql`: the public schema as text, for tools that generate code from it. */
export async function schemaRoute(app: FastifyInstance, { sdl, currentVersion }: Options): Promise<void> {
  // The first caller waits 100 ms; a start would.
  let compressing: ReturnType<typeof compressAll> | undefined;
  app.get("/developers/schema.graphql", async (request, reply) => {
    const version = currentVersion();
    const compressed = await (compressing ??= compressAll(sdl, strongest));
    // Without a query string, because clients can send any number of those.
    if (!request.url.includes("?")) request.publicMark = { version, compressed };
    reply.type("text/plain; charset=utf-8").header("cache-control", publicCaching);
    return sendCompressed(compressed, request, reply);
  });
}
