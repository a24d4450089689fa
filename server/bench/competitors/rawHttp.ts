/** `node:http` alone: reads only the path and sends the product's recorded response, which shows the maximum rate. */
import { once } from "node:events";
import { createServer } from "node:http";
import { readRecordedResponses } from "./recordedResponses";
import type { CompetitorSettings } from "./settings";

export async function serveRaw({ answersFile, port }: CompetitorSettings): Promise<void> {
  const answers = readRecordedResponses(answersFile);
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? "");
    const send = () => {
      if (answer) response.writeHead(200, answer.headers).end(answer.bytes);
      else response.writeHead(404).end();
    };
    // Responds only after the request has been read.
    if (request.method === "POST") request.resume().once("end", send);
    else send();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
