/** The built client: its files, its page for every address that it knows, and the flags it shows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { routePatterns } from "../../client/paths";
import { notFound } from "../errors";

const oneYearSeconds = 31_536_000;

export async function clientPages(
  app: FastifyInstance,
  { clientFolder, flagsFolder }: { clientFolder: string; flagsFolder: string },
): Promise<void> {
  const flags = new Map<string, Buffer>();
  app.get<{ Params: { file: string } }>("/flags/:file", async ({ params: { file } }, reply) => {
    const path = join(flagsFolder, file);
    if (!/^[a-z]{2}\.svg$/.test(file) || !(flags.has(file) || existsSync(path))) throw notFound();
    const flag = flags.get(file) ?? readFileSync(path);
    flags.set(file, flag);
    return reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=604800")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .send(flag);
  });

  // `npm run dev` leaves the pages to Vite.
  if (!existsSync(join(clientFolder, "index.html"))) return;
  const page = readFileSync(join(clientFolder, "index.html"), "utf8");
  await app.register(fastifyStatic, {
    root: clientFolder,
    index: false,
    wildcard: false,
    // Vite puts a hash of the content into the names under assets/.
    setHeaders: (reply, path) => {
      const lasts = path.includes("/assets/");
      reply.header("cache-control", lasts ? `public, max-age=${oneYearSeconds}, immutable` : "no-cache");
    },
  });
  for (const pattern of Object.values(routePatterns))
    app.get(pattern, async (_request, reply) =>
      reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page),
    );
  app.setNotFoundHandler(async (request, reply) => {
    if (!request.headers.accept?.includes("text/html")) throw notFound();
    return reply.code(404).type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
  });
}
