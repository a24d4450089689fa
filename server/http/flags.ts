/** The flags that the pages show. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { notFound } from "../errors";

export async function flags(app: FastifyInstance, { flagsFolder }: { flagsFolder: string }): Promise<void> {
  const cached = new Map<string, Buffer>();
  app.get<{ Params: { file: string } }>("/flags/:file", async ({ params: { file } }, reply) => {
    const path = join(flagsFolder, file);
    if (!/^[a-z]{2}\.svg$/.test(file) || !(cached.has(file) || existsSync(path))) throw notFound();
    const flag = cached.get(file) ?? readFileSync(path);
    cached.set(file, flag);
    return reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=604800")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .send(flag);
  });
}
