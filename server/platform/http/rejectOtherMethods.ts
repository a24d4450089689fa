import type { FastifyInstance } from "fastify";
import { HttpError } from "./multipart/multipartErrors";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export function rejectOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const all = allowed.includes("GET") ? [...allowed, "HEAD"] : [...allowed];
  app.route({
    method: methods.filter((method) => !all.includes(method)),
    url,
    // Rejects in `onRequest`, so that the body is not read.
    onRequest: async (_request, reply) => {
      reply.header("allow", all.join(", "));
      throw new HttpError(405, "WrongMethod", `Use ${allowed.join(" or ")} for this path`);
    },
    handler: async () => undefined,
  });
}
