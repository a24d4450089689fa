import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { signInStaff } from "../kit/personas/staff";
import { signedInTraveller, toConfirmation } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { startPgBouncer } from "./kit/pgbouncer.mjs";
import { atEach, endProcesses, startProcesses } from "../kit/server/processes";
import { newDatabase } from "../kit/server/testDatabase.mjs";
import type { TestServer } from "../kit/server/testServer";
import { FakeRazorpay } from "../kit/standIns/fakeRazorpay";
import { changeVisa, readVisa } from "../kit/stories/catalogueAdmin";
import { callRest } from "../kit/wire/callApi";
import { query } from "./kit/outages";

/**
 * Two processes use one database through PgBouncer in transaction mode, which has fewer connections to PostgreSQL than
 * the processes have to PgBouncer. Each transaction or single statement may use another connection.
 */

const visaUrl = "vietnam-30-days-single-entry";

let url: string;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let gateway: FakeRazorpay;
let servers: TestServer[];
beforeAll(async () => {
  url = await newDatabase();
  pooler = await startPgBouncer(url);
  gateway = await FakeRazorpay.start();
  servers = await startProcesses(2, gateway, { DATABASE_URL: pooler.url, DATABASE_LISTEN: "0" });
});
afterAll(async () => {
  await endProcesses(servers);
  await gateway.close();
  await pooler.stop();
});

test("travellers sign in, upload, pay and are notified while they alternate between two processes", async () => {
  const travellers = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const at = servers[index % 2]!.from(`10.3.${index}.1`);
      const own = await signedInTraveller(at).withRequest(visaUrl).withApplicant();
      const [, elsewhere] = atEach([at, servers[(index + 1) % 2]!.from(`10.3.${index}.1`)], own);
      const { visaRequestId } = own.request;
      const { orderId } = await elsewhere!.do(documents.createPaymentOrder, { visaRequestId });
      const proof = gateway.pay(orderId);
      const paid = await own.do(documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) });
      expect(paid).toMatchObject({ visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" });
      const { data } = await elsewhere!.call(documents.visaRequest, { visaRequestId });
      const [applicant] = data.visaRequest.visaApplicants;
      expect((await fetch(servers[index % 2]!.url + applicant.passportFrontSrc)).status).toBe(200);
      return own;
    }),
  );
  // Jobs send a message about each payment, and add each audit event to the hash chain.
  await poll(async () => {
    const outbox = await readFile(join(servers[0]!.dataDir, "outbox", "sms.jsonl"), "utf8");
    for (const { phoneNumber } of travellers) expect(outbox.split(phoneNumber)).toHaveLength(3);
  });
  await poll(async () => {
    const [waiting] = await query<{ count: number }>(
      url,
      "SELECT count(*)::integer AS count FROM audit_event WHERE hash = ''",
    );
    expect(waiting?.count).toBe(0);
  });
});

test("a price changed on one process applies immediately to the other's sales, and soon to the other's responses", async () => {
  const [staff] = atEach(servers, await signInStaff(servers[0]!));
  const traveller = await signedInTraveller(servers[1]!);
  const visa = await readVisa(staff!, "vietnam", visaUrl);
  const adultPrice = visa.adultPrice + 1;
  expect((await changeVisa(staff!, visa, { adultPrice })).userErrors).toEqual([]);
  const wanted = { visaId: visa.visaId, idempotencyKey: randomUUID() };
  const sold = await traveller.do(documents.createVisaRequest, wanted);
  expect(sold.pricePerApplicant).toBe(adultPrice);
  await poll(async () => {
    const { body } = await callRest(servers[1]!, "GET", `/api/visa/${visaUrl}`);
    expect(body.data).toMatchObject({ adultPrice });
  });
});

test("both processes stay ready, and leave no setting or lock on a shared connection", async () => {
  for (const server of servers) {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.output).not.toMatch(/"level":[56]0/);
  }
  // Sends more concurrent queries than there are connections, so that each connection gets one.
  const asked = await Promise.all(
    Array.from({ length: 12 }, () =>
      query<{ timeout: string }>(
        pooler.url,
        "SELECT pg_sleep(0.2), current_setting('statement_timeout') AS timeout",
      ),
    ),
  );
  expect(new Set(asked.flat().map(({ timeout }) => timeout))).toEqual(new Set(["0"]));
  const keptLocks = `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND state = 'idle' AND datname = current_database()`;
  expect(await query(url, keptLocks)).toEqual([]);
});
