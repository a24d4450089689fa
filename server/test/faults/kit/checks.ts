/** Invariants that hold after any fault. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect } from "@jest/globals";
import sqlite3 from "sqlite3";
import * as documents from "../../kit/documents";
import { countQueue, inOrder } from "../../kit/data/countQueue";
import type { Row } from "../../kit/data/openBehind";
import { readTables } from "../../kit/data/readTables";
import type { TestServer } from "../../kit/server/testServer";
import { ask, mutate } from "./calls";
import { download, listLinks, sha256, type FileSet } from "./files";
import type { PersonModel, RequestModel } from "./model";

/**
 * Expects that the database is intact, every record is complete and counted, and the stored files are exactly those
 * that rows reference.
 */
export async function expectWhole(server: TestServer): Promise<void> {
  expect(await pragma(server, "integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect(await pragma(server, "foreign_key_check")).toEqual([]);
  const tables = await readTables(server);
  const filesOf = groupBy(tables.stored_file, "visaApplicantId");
  for (const { visaApplicantId } of tables.visa_applicant) {
    const purposes = (filesOf.get(visaApplicantId) ?? []).map(({ purpose }) => purpose);
    const distinct = new Set<string>(purposes.filter((purpose) => purpose !== "DOCUMENT"));
    // Each applicant has one photo, one passport front and one passport back.
    expect([distinct.size, purposes.filter((purpose) => distinct.has(purpose)).length]).toEqual([3, 3]);
  }
  const applicantsOf = groupBy(tables.visa_applicant, "visaRequestId");
  for (const { visaRequestId, noOfApplicants } of tables.visa_request)
    // A request is priced for one applicant before it has any.
    expect(noOfApplicants).toBe(Math.max(1, applicantsOf.get(visaRequestId)?.length ?? 0));
  expect(inOrder(tables.queue_count)).toEqual(countQueue(tables.visa_request));
  const sessionsOf = groupBy(tables.session, "userId");
  for (const { userId } of tables.user_account) expect(sessionsOf.has(userId)).toBe(true);
  const paid = tables.visa_request.filter(({ paymentStatus }) => paymentStatus === "PAID");
  expect(tables.payment.map(({ visaRequestId }) => visaRequestId).sort()).toEqual(
    paid.map(({ visaRequestId }) => visaRequestId).sort(),
  );

  const stored = (await server.listFiles()).map((path) => basename(path)).sort();
  expect(stored).toEqual(tables.stored_file.map(({ fileId }) => fileId).sort());
  expect((await readdir(server.dataDir)).filter((name) => name.startsWith("."))).toEqual([]);
}

/** Expects that the person finds everything that was acknowledged, and nothing that they did not request. */
export async function expectKept(server: TestServer, person: PersonModel, files: FileSet): Promise<void> {
  for (const token of person.endedTokens)
    expect(await ask(server, documents.me, {}, { token })).toEqual({ me: null });
  const { token } = person;
  if (!token) return;
  const { me } = await ask(server, documents.me, {}, { token });
  expect(me).toMatchObject({ phoneNumber: person.phoneNumber, name: person.name });
  const { myVisaRequests } = await ask(server, documents.myVisaRequests, { first: 100 }, { token });
  expect(myVisaRequests.nodes.map(({ visaRequestId }) => visaRequestId).sort()).toEqual(
    [...person.requests.keys()].sort(),
  );
  for (const request of person.requests.values()) await expectRequest(server, token, request, files);
}

async function expectRequest(
  server: TestServer,
  token: string,
  { visaRequestId, status, applicants, orderId, paymentId }: RequestModel,
  files: FileSet,
): Promise<void> {
  const { visaRequest } = await ask(server, documents.visaRequest, { visaRequestId }, { token });
  expect(visaRequest).toMatchObject({
    visaRequestStatus: status,
    paymentStatus: status === "SUBMITTED" ? "PAID" : "PENDING",
    paymentGatewayNo: paymentId ?? null,
    noOfApplicants: Math.max(1, applicants.size),
  });
  expect(visaRequest.visaApplicants.map((one) => one.visaApplicantId).sort()).toEqual(
    [...applicants.keys()].sort(),
  );
  for (const found of visaRequest.visaApplicants) {
    const { firstName, passportNumber, photo, papers } = applicants.get(found.visaApplicantId)!;
    expect(found).toMatchObject({ firstName, passportNumber });
    const served = await Promise.all(
      listLinks(found).map(async (src) => sha256(await download(server, src))),
    );
    expect(served).toEqual([photo, files.front, files.back, ...papers].map((known) => known.served));
  }
  if (status !== "PENDING" || !orderId) return;
  const again = await mutate(server, documents.createPaymentOrder, { visaRequestId }, { token });
  expect(again).toMatchObject({ orderId, amount: visaRequest.totalPrice * 100 });
}

function groupBy<Name extends string, Found extends Record<Name, string>>(
  rows: readonly Found[],
  column: Name,
): Map<string, Found[]> {
  const groups = new Map<string, Found[]>();
  for (const row of rows) groups.set(row[column], [...(groups.get(row[column]) ?? []), row]);
  return groups;
}

async function pragma({ dataDir }: TestServer, name: string): Promise<Row[]> {
  const db = new sqlite3.Database(join(dataDir, "portal.sqlite"), sqlite3.OPEN_READWRITE);
  try {
    return await new Promise<Row[]>((resolve, reject) =>
      db.all<Row>(`PRAGMA ${name}`, (error, rows) => (error ? reject(error) : resolve(rows))),
    );
  } finally {
    await new Promise<void>((resolve) => db.close(() => resolve()));
  }
}
