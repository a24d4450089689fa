/** Compares the final state with the acknowledged calls. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@jest/globals";
import pLimit from "p-limit";
import { listLinks, sha256 } from "../../faults/kit/files";
import * as documents from "../../kit/documents";
import { reviewedRequest } from "../../kit/documents/review.generated";
import type { OutboxLine } from "../../kit/data/messages";
import { poll } from "../../kit/poll";
import { query } from "../../processes/kit/outages";
import { ask, insist } from "./calls";
import type { Cluster } from "./cluster";
import type { ApplicationEntry, Journal } from "./journal";
import { download } from "./travelling";

export const queryCluster = <Row extends Record<string, unknown>>({ postgres }: Cluster, sql: string) =>
  query<Row>(postgres.urlOf("postgres"), sql);

/** Expects that each acknowledged application, applicant, payment and decision exists exactly once. */
export async function expectNothingLostOrDoubled(cluster: Cluster, { applications }: Journal): Promise<void> {
  const users = applications.map(({ traveller }) => `'${traveller.userId}'`).join();
  const own = `"visaRequestId" IN (SELECT "visaRequestId" FROM visa_request WHERE "userId" IN (${users}))`;
  const read = async (sql: string) =>
    (await queryCluster<{ id: string }>(cluster, sql)).map(({ id }) => id).sort();
  const applicants = applications.flatMap((entry) => entry.applicants);
  const decided = (decision: string) =>
    applicants.filter((one) => one.decision === decision).map((one) => one.visaApplicantId);
  const acknowledged = {
    applications: applications.map((entry) => entry.visaRequestId),
    applicants: applicants.map((one) => one.visaApplicantId),
    payments: applications.filter((entry) => entry.isPaid).map((entry) => entry.visaRequestId),
    approvals: decided("APPROVED"),
    rejections: decided("REJECTED"),
  };
  const actions = (action: string) =>
    read(`SELECT "subjectId" AS id FROM audit_event WHERE action = '${action}' AND ${own}`);
  expect({
    applications: await read(`SELECT "visaRequestId" AS id FROM visa_request WHERE ${own}`),
    applicants: await read(`SELECT "visaApplicantId" AS id FROM visa_applicant WHERE ${own}`),
    payments: await read(`SELECT "visaRequestId" AS id FROM payment WHERE ${own}`),
    approvals: await actions("VISA_GRANTED"),
    rejections: await actions("VISA_REFUSED"),
  }).toEqual(Object.fromEntries(Object.entries(acknowledged).map(([kind, ids]) => [kind, ids.toSorted()])));
}

/** Opens every file of the acknowledged applications, and expects the uploaded content; returns the number of files. */
export async function expectFiles(cluster: Cluster, { applications }: Journal): Promise<number> {
  const limit = pLimit(4);
  const opened = await limit.map(applications, (entry) => expectFilesOf(cluster, entry));
  return opened.reduce((sum, count) => sum + count, 0);
}

async function expectFilesOf(cluster: Cluster, entry: ApplicationEntry): Promise<number> {
  const { traveller, visaRequestId } = entry;
  const read = <Data>(call: () => Promise<Data>) => insist(call);
  const { visaRequest } = await read(() =>
    ask(() => traveller.call(documents.visaRequest, { visaRequestId })),
  );
  const reviewed = await read(() => ask(() => traveller.call(reviewedRequest, { visaRequestId })));
  const open = (src: string) => insist(() => download(traveller.server, src));
  let opened = 0;
  for (const found of visaRequest.visaApplicants) {
    const known = entry.applicants.find((one) => one.visaApplicantId === found.visaApplicantId)!;
    const [photo, front, back, paper] = await Promise.all(listLinks(found).map(open));
    const { files } = cluster;
    expect([photo!, front!, back!].map(sha256)).toEqual([
      known.photo.served,
      files.front.served,
      files.back.served,
    ]);
    expect(paper!.equals(known.paper)).toBe(true);
    opened += 4;
    if (!known.visa) continue;
    const { approvedVisaSrc } = reviewed.visaRequest.visaApplicants.find(
      (one) => one.visaApplicantId === known.visaApplicantId,
    )!;
    expect((await open(approvedVisaSrc)).equals(Buffer.from(known.visa))).toBe(true);
    opened++;
  }
  return opened;
}

export interface Repeats {
  /** Number of messages that arrived again under the same id. */
  repeated: number;
}

/**
 * Expects that each payment and decision has one message per channel, and that sent messages arrived. A message whose
 * process was killed right after sending may arrive again under its id.
 */
export async function expectMessages(cluster: Cluster, { applications }: Journal): Promise<Repeats> {
  const { dataDir } = cluster.servers[0]!;
  interface MessageRow extends Record<string, unknown> {
    id: string;
    event: string;
    channel: string;
    occurrence: string;
    request: string;
    state: string;
  }
  const sql = `SELECT "notificationId" AS id, event, channel, "occurrenceId" AS occurrence,
    "visaRequestId" AS request, state FROM notification`;
  const count = (rows: readonly MessageRow[], event: string, request: string) =>
    ["SMS", "EMAIL"].map(
      (channel) =>
        rows.filter((row) => row.event === event && row.request === request && row.channel === channel)
          .length,
    );
  let rows: MessageRow[] = [];
  await poll(async () => {
    rows = await queryCluster<MessageRow>(cluster, sql);
    // Messages about approvals are sent only after ten minutes.
    expect(rows.filter(({ event, state }) => event !== "APPROVED" && state !== "SENT")).toEqual([]);
  });
  for (const { visaRequestId, applicants, isPaid } of applications) {
    const paid = isPaid ? 1 : 0;
    expect(count(rows, "PAID", visaRequestId)).toEqual([paid, paid]);
    for (const decision of ["APPROVED", "REJECTED"]) {
      const decided = applicants.filter((one) => one.decision === decision).length;
      expect([decision, ...count(rows, decision, visaRequestId)]).toEqual([decision, decided, decided]);
    }
  }
  const lines = await Promise.all(
    ["sms.jsonl", "mail.jsonl"].map((name) => readFile(join(dataDir, "outbox", name), "utf8")),
  );
  const sent = lines
    .flatMap((text) => text.trim().split("\n"))
    .map((line) => JSON.parse(line) as OutboxLine)
    .filter(({ template }) => !template.endsWith("-code"))
    .map(({ id }) => id);
  const arrived = new Set(sent);
  const known = new Set(rows.map(({ id }) => id));
  expect(rows.filter(({ id, state }) => state === "SENT" && !arrived.has(id))).toEqual([]);
  // Checks only that each arrived message has a row, because messages about approvals may have been sent since the rows
  // were read.
  expect([...arrived].filter((id) => !known.has(id))).toEqual([]);
  return { repeated: sent.length - arrived.size };
}

/** Expects that the gateway got one order for each application and one request to capture each payment. */
export function expectOneOrder({ gateway }: Cluster, { applications }: Journal): void {
  const orders = [...gateway.orders.values()];
  const receipts = new Map<string, number>();
  for (const { receipt } of orders) receipts.set(receipt, (receipts.get(receipt) ?? 0) + 1);
  const captured = [...gateway.payments.values()].filter(({ status }) => status === "captured");
  expect({
    payments: captured.length,
    captures: gateway.calls.filter((call) => call.endsWith("/capture")).toSorted(),
    ordersPerReceipt: Math.max(...receipts.values()),
    orders: orders.length,
  }).toEqual({
    payments: applications.filter(({ isPaid }) => isPaid).length,
    captures: captured.map(({ id }) => `POST /v1/payments/${id}/capture`).toSorted(),
    ordersPerReceipt: 1,
    orders: applications.filter(({ orderId }) => orderId).length,
  });
}
