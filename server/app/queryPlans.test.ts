import "reflect-metadata";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DataSource, EntityManager } from "typeorm";
import { dueMessages } from "../modules/notification/notification.repository";
import { giveUpDeliveries, endLeases } from "../modules/partner/webhook/webhook.repository";
import { findOrdersToCheck } from "../modules/payment/payment.repository";
import { countRefundsToRequest } from "../modules/payment/refund/refund.reads";
import { dueRefunds, refundsToRequest } from "../modules/payment/refund/refund.repository";
import { pendingEvents } from "../modules/payment/webhook/webhook.repository";
import {
  findBuyer,
  findEmptyRequest,
  findOnlyOpenRequest,
} from "../modules/visaRequest/visaRequest.repository";
import { countDue, countFailing } from "../platform/db/processDueRows";
import type { RowSource, SqlValue } from "../platform/db/rowSource";
import { makeDataSource } from "../platform/db/sqlite/sqliteSource";
import { entities } from "./entities";

let source: DataSource;
beforeAll(async () => {
  source = await makeDataSource(":memory:", entities).initialize();
  await source.runMigrations();
});
afterAll(() => source.destroy());

/** Returns SQLite's plans for the statements that `ask` sends; the result of `ask` is ignored. */
async function planOf(ask: (source: EntityManager) => Promise<unknown>): Promise<string> {
  const steps: string[] = [];
  const explaining: RowSource = {
    async query<Rows>(sql: string, values: SqlValue[] = []) {
      const rows = await source.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, values);
      steps.push(...rows.map(({ detail }) => detail));
      return [{}] as Rows;
    },
  };
  await ask(explaining as EntityManager);
  return steps.join("\n");
}

const clock = { now: () => new Date() };

/** This database has no statistics, so SQLite's plans depend only on statements and indexes. */
test.each<[string, (source: EntityManager) => Promise<unknown>, string]>([
  [
    "a traveller's open applications",
    (rows) => findBuyer(rows, "u"),
    "visa_request USING INDEX visa_request_open_by_user (userId=?)",
  ],
  [
    "an open application without an applicant",
    (rows) => findEmptyRequest(rows, "u", "v"),
    "visa_request USING INDEX visa_request_open_by_user (userId=?)",
  ],
  [
    "the only open application with a certain total",
    (rows) => findOnlyOpenRequest(rows, "u", 1),
    "visa_request USING INDEX visa_request_open_by_user (userId=?)",
  ],
  [
    "due refunds",
    (rows) => countDue({ db: { rows } as never, clock }, dueRefunds),
    "refund USING INDEX refund_open (nextTryAt<?)",
  ],
  ["failing refunds", (rows) => countFailing({ rows }, refundsToRequest), "refund USING INDEX refund_open"],
  [
    "failing messages",
    (rows) => countFailing({ rows }, dueMessages("SMS")),
    "notification USING INDEX notification_due (channel=?)",
  ],
  [
    "failing events of the gateway",
    (rows) => countFailing({ rows }, pendingEvents),
    "webhook_event USING INDEX webhook_event_pending",
  ],
  ["refunds to request", (rows) => countRefundsToRequest(rows), "refund USING INDEX refund_open"],
  ["failed refunds", (rows) => countRefundsToRequest(rows), "failed USING INDEX refund_failed"],
  [
    "unpaid orders to check",
    (rows) =>
      findOrdersToCheck(
        rows,
        { createdBefore: clock.now(), handedOutSince: clock.now(), now: clock.now() },
        1,
      ),
    "payment_order USING INDEX payment_order_unpaid (handedOutAt>?)",
  ],
  [
    "deliveries to give up",
    (rows) => giveUpDeliveries(rows, "e", clock.now()),
    "webhook_delivery USING INDEX webhook_delivery_due (endpointId=?)",
  ],
  [
    "leases to end",
    (rows) => endLeases(rows, clock.now()),
    "webhook_delivery USING INDEX webhook_delivery_leased (leasedUntil>?)",
  ],
])("finds %s with an index of open rows, not by scanning the table", async (_what, ask, index) => {
  const plan = await planOf(ask);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(
    /visa_request_by_state|SCAN (visa_request|payment_order|refund|webhook_delivery|webhook_event|notification)$/m,
  );
});
