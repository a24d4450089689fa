import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { notFound } from "../../errors";
import { DownloadTurns } from "../../http/DownloadTurns";
import type { SlowestPace } from "../../http/pace";
import { pacedDownload } from "../../http/pacedDownload";
import { inParts } from "../../inParts";
import type { Services } from "../../services";
import { visaFileName } from "./applicantFile.rules";

/**
 * `GET /files/<id>?…`: files under signed links, for an `<img>` that can send no header. What is not read stays in memory,
 * so a person has a few at once, and each has to be read at the slowest pace.
 */
export async function applicantFileRoutes(
  app: FastifyInstance,
  { services, slowest }: { services: Services; slowest: SlowestPace },
): Promise<void> {
  const turns = new DownloadTurns();
  app.get<{ Params: { fileId: string }; Querystring: Record<string, unknown> }>(
    "/files/:fileId",
    async ({ params, query, log }, reply) => {
      const link = await services.files.findByLink(params.fileId, query);
      if (!link || !(await services.sessions.isLoggedIn(link.holder))) throw notFound();
      const { file, holder } = link;
      await turns.enter(holder.userId, reply.raw);
      const opened = await services.applicantFiles.recordOpening(holder.userId, file);
      const isVisa = file.purpose === "VISA";
      const name = isVisa
        ? visaFileName({ ...opened, contentType: file.contentType })
        : services.files.imageName(file);
      // A visa comes from our staff and is there to be looked at; what a stranger sent as a PDF is saved instead.
      const shown = file.contentType === "application/pdf" && !isVisa ? "attachment" : "inline";
      const bytes = await services.files.read(file);
      const download = pacedDownload(Readable.from(inParts(bytes)), slowest);
      // The status is out by then: the reader sees a file that broke off.
      download.on("error", (error) => log.info({ err: error }, "a file was not read"));
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
        .send(download);
    },
  );
}

/** RFC 5987: percent-encodes all but the letters and digits that every header may hold. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
