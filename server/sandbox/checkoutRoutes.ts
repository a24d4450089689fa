/** The stand-in for Razorpay's checkout in the browser, and `POST /pay`, which needs no browser. */
import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { checkoutPageScript } from "./assets/checkoutPageScript";
import { checkoutScript } from "./assets/checkoutScript";
import { checkoutStyles } from "./assets/checkoutStyles";
import { renderCheckoutPage, renderNoticePage } from "./assets/checkoutPage";
import { getBody } from "./bodyParsers";
import type { Payment } from "./entities";
import { findAmount } from "./fields";
import type { Ledger } from "./ledger";
import type { LedgerQueries } from "./ledgerQueries";
import { decline } from "./moves";
import type { Outage } from "./outage";
import { badRequest, RazorpayError } from "./razorpayError";

/** The state in which an attempt ends, by the outcome that the caller requests. */
const endings = {
  success: "captured",
  webhook_only: "captured",
  authorized: "authorized",
  failure: "failed",
} as const;

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'self'";

export interface SandboxRouteDeps {
  ledger: Ledger;
  queries: LedgerQueries;
  outage: Outage;
  keyId: string;
  keySecret: string;
}

export function addCheckoutRoutes(
  app: FastifyInstance,
  { ledger, queries, outage, keyId, keySecret }: SandboxRouteDeps,
): void {
  const assets = [
    ["/checkout.js", "application/javascript; charset=utf-8", checkoutScript],
    ["/checkout-page.js", "application/javascript; charset=utf-8", checkoutPageScript],
    ["/checkout.css", "text/css; charset=utf-8", checkoutStyles],
  ] as const;
  for (const [path, type, text] of assets)
    app.get(path, async (_request, reply) => reply.type(type).header("cache-control", "no-cache").send(text));

  app.get<{ Querystring: { order_id?: string; key_id?: string } }>(
    "/checkout",
    // Runs at `onSend`, because the host app's hooks set stricter headers on every response.
    {
      onSend: async (_request, reply) =>
        void reply.header("content-security-policy", pagePolicy).header("x-frame-options", "SAMEORIGIN"),
    },
    async (request, reply) => {
      reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
      if (request.query.key_id !== keyId)
        return reply.code(401).send(renderNoticePage("This payment key is not known."));
      try {
        return reply.send(renderCheckoutPage(queries.get("order", String(request.query.order_id))));
      } catch (error) {
        if (!(error instanceof RazorpayError)) throw error;
        return reply.code(error.status).send(renderNoticePage("This order is not known."));
      }
    },
  );

  app.post("/pay", async (request) => {
    outage.assertOver();
    const { order_id: orderId, outcome } = getBody(request.body);
    if (!isOutcome(outcome))
      throw badRequest(`outcome: must be one of ${Object.keys(endings).join(", ")}.`, { field: "outcome" });
    const payment = await ledger.pay(typeof orderId === "string" ? orderId : "", endings[outcome]);
    if (outcome === "failure") return describeFailure(payment);
    if (outcome === "webhook_only") return { webhook_only: true, razorpay_order_id: payment.order_id };
    return describeProof(payment, keySecret);
  });
}

/** Actions of the payer's bank, triggered by the caller. */
export function addBankRoutes(app: FastifyInstance, ledger: Ledger): void {
  app.post("/dispute", async (request) => {
    const body = getBody(request.body);
    return ledger.dispute(String(body.payment_id), findAmount(body));
  });
  app.post("/dispute/end", async (request) => {
    const { dispute_id: disputeId, outcome } = getBody(request.body);
    if (outcome !== "won" && outcome !== "lost")
      throw badRequest("outcome: must be one of won, lost.", { field: "outcome" });
    return ledger.endDispute(String(disputeId), outcome);
  });
}

function isOutcome(value: unknown): value is keyof typeof endings {
  return typeof value === "string" && Object.hasOwn(endings, value);
}

/** Returns the argument of Razorpay's `payment.failed` event. */
function describeFailure(payment: Payment) {
  return { error: { ...decline, metadata: { order_id: payment.order_id, payment_id: payment.id } } };
}

/** Returns the values that the checkout passes to its page after a payment. */
export function describeProof(payment: Payment, keySecret: string) {
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: sign(`${payment.order_id}|${payment.id}`, keySecret),
  };
}

function sign(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}
