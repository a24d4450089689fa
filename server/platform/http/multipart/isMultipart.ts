import type { FastifyRequest } from "fastify";

export function isMultipart({ headers }: FastifyRequest): boolean {
  return /^\s*multipart\//i.test(headers["content-type"] ?? "");
}
