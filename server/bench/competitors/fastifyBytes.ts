/** Fastify without hooks, sending the product's recorded responses: the maximum rate of a REST path. */
import Fastify from "fastify";
import { readRecordedResponses } from "./recordedResponses";
import type { CompetitorSettings } from "./settings";

export async function serveBytes({ answersFile, port }: CompetitorSettings): Promise<void> {
  const app = Fastify();
  for (const [path, { headers, bytes }] of readRecordedResponses(answersFile)) {
    const [url = "/"] = path.split("?");
    app.get(url, async (_request, reply) => reply.headers(headers).send(bytes));
  }
  await app.listen({ port, host: "127.0.0.1" });
}
