/** Razorpay's API under `/v1`, authenticated with the key and its secret. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { getBody } from "./bodyParsers";
import { describeProof, type SandboxRouteDeps } from "./checkoutRoutes";
import { requestError } from "./razorpayError";

interface ById {
  Params: { id: string };
}

interface Listed {
  Querystring: { receipt?: string; from?: string; count?: string; skip?: string };
}

export function addApiRoutes(
  app: FastifyInstance,
  { ledger, queries, outage, keyId, keySecret }: SandboxRouteDeps,
): void {
  const expected = hash(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`);

  app.addHook("onRequest", async (request, reply) => {
    // Compares hashes, because `timingSafeEqual` requires equal lengths.
    if (timingSafeEqual(hash(request.headers.authorization ?? ""), expected)) {
      outage.assertOver();
      return;
    }
    reply.header("www-authenticate", 'Basic realm="Razorpay"');
    throw requestError(401, "Authentication failed");
  });
  app.setNotFoundHandler(() => {
    throw requestError(400, "The requested URL was not found on the server.");
  });

  // Not part of Razorpay's API. Exists because the test world pays without a browser.
  app.post("/test/payments", async ({ body }) => {
    const { order_id: orderId } = getBody(body);
    return describeProof(await ledger.payAmount(String(orderId), getBody(body)), keySecret);
  });
  app.post("/test/outage", async ({ body }) => ({ until: outage.start(Number(getBody(body)["seconds"])) }));
  app.post("/orders", (request) => ledger.createOrder(getBody(request.body)));
  app.get<Listed>("/orders", async ({ query }) => collect(queries.findOrders(query)));
  app.get<ById>("/orders/:id", async (request) => queries.get("order", request.params.id));
  app.get<ById>("/orders/:id/payments", async (request) =>
    collect(queries.getPaymentsOfOrder(request.params.id)),
  );
  app.get<ById>("/payments/:id", async (request) => queries.get("payment", request.params.id));
  app.post<ById>("/payments/:id/capture", (request) =>
    ledger.capture(request.params.id, getBody(request.body)),
  );
  app.post<ById>("/payments/:id/refund", (request) => {
    const key = request.headers["x-refund-idempotency"];
    return ledger.refund(request.params.id, getBody(request.body), Array.isArray(key) ? key[0] : key);
  });
  app.get<ById & Listed>("/payments/:id/refunds", async ({ params, query }) =>
    collect(queries.findRefunds({ ...query, paymentId: queries.get("payment", params.id).id })),
  );
  app.get<Listed>("/refunds", async ({ query }) => collect(queries.findRefunds(query)));
  app.get<ById>("/refunds/:id", async (request) => queries.get("refund", request.params.id));
  app.get<Listed>("/disputes", async ({ query }) => collect(queries.findDisputes(query)));
  app.get<ById>("/disputes/:id", async (request) => queries.get("dispute", request.params.id));
}

function collect(items: object[]) {
  return { entity: "collection", count: items.length, items };
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
