import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { notFound } from "../../core/errors";
import type { Session } from "../../core/principal";
import { DownloadSlots } from "../../platform/rateLimiting/scheduling/DownloadSlots";
import { runScheduled } from "../../platform/rateLimiting/scheduling/scheduled";
import { toChunks } from "../../core/toChunks";
import { visaFileName } from "./visaFileName.rules";
import type { ApplicantFileService } from "./applicantFile.service";
import type { FileService } from "../file/file.service";
import type { SessionService } from "../auth/session.service";
import type { OperationScheduler } from "../../platform/rateLimiting/scheduling/OperationScheduler";

interface FileRouteServices {
  applicantFiles: ApplicantFileService;
  files: FileService;
  sessions: SessionService;
  scheduler: OperationScheduler;
}

/**
 * `GET /files/<id>?…` sends a file for its signed URL, because an `<img>` cannot send headers. A response stays in
 * memory until the client has read it, so concurrent downloads per user are limited and `OpenConnections` ends slow
 * ones.
 */
export async function applicantFileRoutes(
  app: FastifyInstance,
  { services }: { services: FileRouteServices },
): Promise<void> {
  const downloads = new DownloadSlots();
  app.get<{ Params: { fileId: string }; Querystring: Record<string, unknown> }>(
    "/files/:fileId",
    { config: { scheduling: "own" } },
    async (request, reply) => {
      const { params, query, ip: address } = request;
      const holder = services.files.findHolder(params.fileId, query);
      if (!holder) throw notFound();
      await downloads.acquire(holder.userId, reply.raw);
      return runScheduled(services.scheduler, { address, session: holder }, [request, reply], () =>
        sendFile(reply, holder, params.fileId),
      );
    },
  );

  async function sendFile(reply: FastifyReply, holder: Session, fileId: string) {
    const file = await services.files.find(fileId);
    const actor = file && (await services.sessions.findLinkActor(holder));
    if (!actor) throw notFound();
    const opened = await services.applicantFiles.recordOpening(holder.userId, file, actor);
    const isVisa = file.purpose === "VISA";
    const name = isVisa
      ? visaFileName({ ...opened, contentType: file.contentType })
      : services.files.imageName(file);
    // Visas come from staff and open in the browser; uploaded PDFs are untrusted and can only be downloaded.
    const shown = file.contentType === "application/pdf" && !isVisa ? "attachment" : "inline";
    const bytes = await services.files.findBytes(file);
    if (!bytes) throw notFound();
    return reply
      .headers({
        "content-type": file.contentType,
        "content-length": bytes.length,
        "content-disposition": `${shown}; filename*=UTF-8''${encodeFileName(name)}`,
        "cache-control": "private, no-store",
        "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
      })
      .send(Readable.from(toChunks(bytes)));
  }
}

/**
 * Encodes a file name as in RFC 5987, which does not allow the characters `'()*` that encodeURIComponent leaves
 * unencoded.
 */
function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
