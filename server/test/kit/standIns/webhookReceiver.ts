import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

interface Received {
  id: string;
  at: number;
  headers: IncomingHttpHeaders;
  body: string;
  payload: { type: string; timestamp: string; data: Record<string, unknown> };
}

type Answer = (response: ServerResponse, count: number) => void;

/** A partner's server, on this computer. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Requests that have no response yet, and the most that there were. */
  open = 0;
  mostOpen = 0;
  answer: Answer = (response) => response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async start(answer?: Answer, port = 0): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    if (answer) receiver.answer = answer;
    server.on("request", (request, response) => {
      receiver.open += 1;
      receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open);
      response.on("close", () => (receiver.open -= 1));
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        const { headers } = request;
        const payload = JSON.parse(body) as Received["payload"];
        receiver.received.push({ id: String(headers["webhook-id"]), at: Date.now(), headers, body, payload });
        receiver.answer(response, receiver.received.length);
      });
    });
    await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The ids of all events that arrived, each once. */
  get ids(): string[] {
    return [...new Set(this.received.map(({ id }) => id))];
  }

  typesOf(visaRequestId: string): string[] {
    return this.received
      .filter(({ payload }) => payload.data.visaRequestId === visaRequestId)
      .map(({ payload }) => payload.type);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** Verifies a message as a receiver does; throws if the signature does not match. */
export function verify({ body, headers }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
