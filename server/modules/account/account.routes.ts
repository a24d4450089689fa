import type { FastifyInstance } from "fastify";
import type { AccountExportService } from "./accountExport.service";

/**
 * `GET /account/export?…` sends the ZIP for a link from `createAccountExport`. While a client does not read, its
 * download occupies a slot and keeps a file in memory, so `OpenConnections` ends downloads whose clients read too
 * slowly.
 */
export async function accountRoutes(
  app: FastifyInstance,
  { services }: { services: { accountExport: AccountExportService } },
): Promise<void> {
  app.get<{ Querystring: Record<string, unknown> }>(
    "/account/export",
    { exposeHeadRoute: false },
    async ({ query }, reply) => {
      const archive = await services.accountExport.open(query);
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
