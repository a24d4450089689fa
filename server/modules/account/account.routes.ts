import type { FastifyInstance } from "fastify";
import { pacedDownload } from "../../http/pacedDownload";
import type { SlowestPace } from "../../http/pace";
import type { Services } from "../../services";

/**
 * `GET /account/export?…`: the ZIP of a link that `createAccountExport` made. It breaks off where nobody reads it at the
 * slowest pace: what is not read holds a place and a file in memory.
 */
export async function accountRoutes(
  app: FastifyInstance,
  { services, slowest }: { services: Services; slowest: SlowestPace },
): Promise<void> {
  app.get<{ Querystring: Record<string, unknown> }>(
    "/account/export",
    { exposeHeadRoute: false },
    async ({ ip, query, log }, reply) => {
      const archive = pacedDownload(await services.accountExport.open(ip, query), slowest);
      // The status is out by then: the browser sees a download that broke off, and we the reason.
      archive.on("error", (error) => log.error({ err: error }, "export broke off"));
      return reply
        .headers({
          "content-type": "application/zip",
          "content-disposition": `attachment; filename="my-data.zip"`,
          "cache-control": "private, no-store",
          "content-security-policy": "sandbox; default-src 'none'",
          "cross-origin-resource-policy": "same-origin",
          "referrer-policy": "no-referrer",
        })
        .send(archive);
    },
  );
}
