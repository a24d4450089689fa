import type { FastifyInstance } from "fastify";
import { notFound } from "../../errors";
import type { Services } from "../../services";
import { visaFileName } from "./applicantFile.rules";

/** `GET /files/<id>?…`: files under signed links, for an `<img>` that can send no header. */
export async function applicantFileRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  app.get<{ Params: { fileId: string }; Querystring: Record<string, unknown> }>(
    "/files/:fileId",
    async ({ params, query }, reply) => {
      const link = await services.files.findByLink(params.fileId, query);
      if (!link || !(await services.sessions.isLoggedIn(link.holder))) throw notFound();
      const { file, holder } = link;
      const opened = await services.applicantFiles.recordOpening(holder.userId, file);
      const isVisa = file.purpose === "VISA";
      const name = isVisa
        ? visaFileName({ ...opened, contentType: file.contentType })
        : services.files.imageName(file);
      // A visa comes from our staff and is there to be looked at; what a stranger sent as a PDF is saved instead.
      const shown = file.contentType === "application/pdf" && !isVisa ? "attachment" : "inline";
      return reply
        .headers({
          "content-type": file.contentType,
          "content-disposition": `${shown}; filename*=UTF-8''${encodeFileName(name)}`,
          "cache-control": "private, no-store",
          "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
          "cross-origin-resource-policy": "same-origin",
          "referrer-policy": "no-referrer",
        })
        .send(await services.files.read(file));
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
