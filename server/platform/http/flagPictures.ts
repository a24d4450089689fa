import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { notFound } from "../../core/errors";
import { compressAll, strongest, type CompressedBody } from "./responseCache/compression";
import { sendCompressed } from "./responseCache/responseCachePlugin";

export async function flagPictures(
  app: FastifyInstance,
  { flagsFolder }: { flagsFolder: string },
): Promise<void> {
  const loaded = new Map<string, Promise<CompressedBody>>();
  const load = async (path: string) => compressAll(await readFile(path, "utf8"), strongest);
  app.get<{ Params: { file: string } }>("/flags/:file", async (request, reply) => {
    const { file } = request.params;
    const path = join(flagsFolder, file);
    if (!/^[a-z]{2}\.svg$/.test(file) || !(loaded.has(file) || existsSync(path))) throw notFound();
    let flag = loaded.get(file);
    if (!flag) {
      flag = load(path);
      loaded.set(file, flag);
      flag.catch(() => loaded.delete(file));
    }
    const body = await flag;
    reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=604800")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
    return sendCompressed(body, request, reply);
  });
}
