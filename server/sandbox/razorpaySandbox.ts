/**
 * A simulation of Razorpay for development, tests and demonstrations: the API under `/v1`, the checkout in
 * the browser, webhooks. It is independent of the rest of the server, which calls it over HTTP like Razorpay.
 * Register with a prefix: `app.register(razorpaySandbox, { prefix: "/razorpay-sandbox", … })`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addApiRoutes } from "./apiRoutes";
import { addBodyParsers } from "./bodyParsers";
import { addBankRoutes, addCheckoutRoutes } from "./checkoutRoutes";
import { Ledger } from "./ledger";
import { LedgerQueries } from "./ledgerQueries";
import { Outage } from "./outage";
import { RazorpayError, requestError } from "./razorpayError";
import { Store } from "./store";
import { Webhooks } from "./webhooks";

export interface RazorpaySandboxOptions {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** The journal; its folder is created if missing. Only one process may use it at a time. */
  stateFile: string;
  /** Called for every event, because the port may be known only after the start. */
  webhookUrl: () => string | undefined;
  now?: () => Date;
}

/** Rejects if `stateFile` cannot be read or written, or a secret is empty. */
export async function razorpaySandbox(app: FastifyInstance, options: RazorpaySandboxOptions): Promise<void> {
  const { keyId, keySecret, webhookSecret, stateFile, webhookUrl, now = () => new Date() } = options;
  if (!keyId || !keySecret || !webhookSecret)
    throw new Error("razorpaySandbox needs keyId, keySecret and webhookSecret");

  const store = await Store.open(stateFile);
  const webhooks = new Webhooks(store, { url: webhookUrl, secret: webhookSecret, keyId, now, log: app.log });
  const queries = new LedgerQueries(store);
  const ledger = new Ledger(store, { webhooks, queries, now });
  const routeDeps = { ledger, queries, outage: new Outage(), keyId, keySecret };
  // Pending webhooks are sent once the server listens, because it is usually also their receiver.
  app.server.once("listening", () => webhooks.resume());
  app.addHook("preClose", async () => webhooks.stop());
  app.addHook("onClose", async () => store.close());

  addBodyParsers(app);
  app.setErrorHandler(sendRazorpayError);
  app.setNotFoundHandler((request, reply) =>
    sendRazorpayError(requestError(404, "Not found"), request, reply),
  );
  addCheckoutRoutes(app, routeDeps);
  addBankRoutes(app, ledger);
  await app.register(async (api) => addApiRoutes(api, routeDeps), { prefix: "/v1" });
}

function sendRazorpayError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRazorpayError(error);
  if (refusal.status >= 500) request.log.error({ err: error }, "razorpay sandbox request failed");
  return reply.code(refusal.status).send(refusal.body);
}

/** Fastify's own errors (too large, unknown content type) keep their status; others become server errors. */
function toRazorpayError(error: unknown): RazorpayError {
  if (error instanceof RazorpayError) return error;
  const { statusCode, message } = error as { statusCode?: number; message: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return requestError(statusCode, message);
  return requestError(500, "The server encountered an error. The incident has been reported to admins.");
}
