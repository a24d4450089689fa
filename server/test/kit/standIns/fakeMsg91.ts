import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The outcome of a call: an error in MSG91's words, with HTTP 200 unless a status is given, or no valid
 * response.
 */
export type Msg91Mood =
  | "takes it"
  | "takes it after 9 s"
  | "silence"
  | "reset"
  | "HTML 500"
  | "HTML 200"
  | { error: string; status?: number };

/** The recipient of a message, and the variables of its template. */
interface Recipient {
  mobiles: string;
  [variable: string]: string;
}

interface FlowCall {
  template_id: string;
  recipients: Recipient[];
}

/** A request, and how it was answered. */
export interface Msg91Call {
  mood: Msg91Mood;
  body: FlowCall;
  recipient: Recipient;
}

/** MSG91's Flow API over HTTP in the test's own process; tests can make it fail. */
export class FakeMsg91 {
  readonly authKey = "aUtHkEyThatNobodyMaySee";
  /** The received requests, oldest first, including refused ones. */
  readonly calls: Msg91Call[] = [];
  mood: Msg91Mood = "takes it";
  readonly #server: Server;
  readonly #held: ServerResponse[] = [];

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeMsg91> {
    const fake = new FakeMsg91();
    fake.#server.listen(0, "127.0.0.1");
    await once(fake.#server, "listening");
    return fake;
  }

  get settings(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      SMS_PROVIDER: "msg91",
      MSG91_AUTH_KEY: this.authKey,
      MSG91_API_URL: `http://127.0.0.1:${port}`,
      MSG91_TEMPLATE_LOGIN: "flow-login",
      MSG91_TEMPLATE_NUMBER_CODE: "flow-number-code",
      MSG91_TEMPLATE_NUMBER_CHANGED: "flow-number",
      MSG91_TEMPLATE_PAID: "flow-paid",
      MSG91_TEMPLATE_PAYMENT_NOT_TAKEN: "flow-not-taken",
      MSG91_TEMPLATE_DOCUMENTS_NEEDED: "flow-documents",
      MSG91_TEMPLATE_ACTION_REQUIRED: "flow-action",
      MSG91_TEMPLATE_APPROVED: "flow-approved",
      MSG91_TEMPLATE_REJECTED: "flow-rejected",
      MSG91_TEMPLATE_REFUND_DUE: "flow-refund-due",
      MSG91_TEMPLATE_REFUNDED: "flow-refunded",
    };
  }

  /** Returns the calls for the number, oldest first. */
  callsFor(phoneNumber: string): Msg91Call[] {
    return this.calls.filter(({ recipient }) => `+${recipient.mobiles}` === phoneNumber);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    if (request.method !== "POST" || request.url !== "/api/v5/flow")
      return send(response, 404, "error", "Not found");
    if (request.headers["authkey"] !== this.authKey)
      return send(response, 401, "error", "Authentication failure");
    if (request.headers["content-type"] !== "application/json")
      return send(response, 400, "error", "Send JSON");
    const { mood } = this;
    const body = JSON.parse(text) as FlowCall;
    const [recipient, ...others] = body.recipients;
    if (!recipient || others.length > 0 || !/^\d{8,15}$/.test(recipient.mobiles) || !body.template_id)
      return send(response, 400, "error", "Something is missing");
    this.calls.push({ mood, body, recipient });
    if (mood === "silence") this.#held.push(response);
    else if (mood === "reset") response.destroy();
    else if (mood === "HTML 500" || mood === "HTML 200")
      response.writeHead(Number(mood.slice(-3)), { "content-type": "text/html" }).end("<h1>Repairs</h1>");
    else if (mood === "takes it after 9 s")
      setTimeout(() => send(response, 200, "success", "3763646c3058373530393938"), 9_000);
    else if (mood === "takes it") send(response, 200, "success", "3763646c3058373530393938");
    else send(response, mood.status ?? 200, "error", mood.error);
  }
}

function send(response: ServerResponse, status: number, type: string, message: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ type, message }));
}
