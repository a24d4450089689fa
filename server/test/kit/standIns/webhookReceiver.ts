import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { Webhook } from "standardwebhooks";

interface Received {
  id: string;
  at: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The name that the client sent in the TLS handshake. */
  servername: string | false | null | undefined;
  payload: { type: string; timestamp: string; data: Record<string, unknown> };
}

type Answer = (response: ServerResponse, count: number) => void;

/** A partner's server on this computer. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Current and maximum number of unanswered requests. */
  open = 0;
  mostOpen = 0;
  connections = 0;
  answer: Answer = (response) => response.writeHead(204).end();

  private constructor(
    private readonly server: Server,
    readonly scheme: "http" | "https",
  ) {}

  /** Starts a receiver; with `tls`, it accepts only HTTPS. */
  static async start(answer?: Answer, port = 0, tls?: ServerOptions): Promise<WebhookReceiver> {
    const server = tls ? createTlsServer(tls) : createServer();
    const receiver = new WebhookReceiver(server, tls ? "https" : "http");
    if (answer) receiver.answer = answer;
    server.on("connection", () => (receiver.connections += 1));
    server.on("request", (request, response) => {
      receiver.open += 1;
      receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open);
      response.on("close", () => (receiver.open -= 1));
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        const { headers } = request;
        const { servername } = request.socket as Partial<TLSSocket>;
        const payload = JSON.parse(body) as Received["payload"];
        const id = String(headers["webhook-id"]);
        receiver.received.push({ id, at: Date.now(), headers, body, servername, payload });
        receiver.answer(response, receiver.received.length);
      });
    });
    await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
    return receiver;
  }

  get url(): string {
    return this.urlAt("127.0.0.1");
  }

  urlAt(host: string): string {
    return `${this.scheme}://${host}:${this.port}/hook`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The ids of all events that arrived, without duplicates. */
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
