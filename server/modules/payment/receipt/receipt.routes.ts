import type { FastifyInstance } from "fastify";
import { notFound } from "../../../core/errors";
import { runScheduled } from "../../../platform/rateLimiting/scheduling/scheduled";
import type { ReceiptService } from "./receipt.service";
import type { SessionService } from "../../auth/session.service";
import type { OperationScheduler } from "../../../platform/rateLimiting/scheduling/OperationScheduler";

/** `GET /receipts/<visaRequestId>?…`: a PDF at a signed URL, because a download cannot send headers. */
export async function receiptRoutes(
  app: FastifyInstance,
  {
    services,
  }: { services: { receipts: ReceiptService; sessions: SessionService; scheduler: OperationScheduler } },
): Promise<void> {
  app.get<{ Params: { visaRequestId: string }; Querystring: Record<string, unknown> }>(
    "/receipts/:visaRequestId",
    { config: { scheduling: "own" } },
    async (request, reply) => {
      const { params, query, ip: address } = request;
      const holder = services.receipts.findHolder(params.visaRequestId, query);
      if (!holder) throw notFound();
      return runScheduled(services.scheduler, { address, session: holder }, [request, reply], async () => {
        if (!(await services.sessions.findLinkActor(holder))) throw notFound();
        const { name, bytes } = await services.receipts.drawFor(holder.userId, params.visaRequestId);
        return reply
          .headers({
            "content-type": "application/pdf",
            "content-disposition": `attachment; filename="${name}"`,
            "cache-control": "private, no-store",
            "content-security-policy": "sandbox; default-src 'none'",
            "cross-origin-resource-policy": "same-origin",
            "referrer-policy": "no-referrer",
          })
          .send(bytes);
      });
    },
  );
}
