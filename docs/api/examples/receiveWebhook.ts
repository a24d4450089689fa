import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { verifyWebhook } from "./verifyWebhook";

/** Prints each event whose signature is right. tenMinutes.sh stores the secret; in production, it is a setting. */
async function receive(request: IncomingMessage): Promise<number> {
  const body = await text(request);
  try {
    const { type, data } = verifyWebhook(body, request.headers, readFileSync("webhook.secret", "utf8"));
    console.log(type, data["visaRequestId"], `version ${String(data["version"])}`);
    return 200;
  } catch (error) {
    console.error(error);
    return 400;
  }
}

// npx tsx receiveWebhook.ts
createServer((request, response) => {
  void receive(request).then((status) => response.writeHead(status).end());
}).listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1");
