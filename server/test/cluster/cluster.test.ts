/** Three processes behind HAProxy under load, while processes, PostgreSQL and the store fail. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { learnFiles } from "../faults/kit/files";
import * as documents from "../kit/documents";
import { signInStaff } from "../kit/personas/staff";
import { newPhoneNumber } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { callGraphql } from "../kit/wire/callApi";
import { ResponseRecord } from "../processes/kit/recordResponses";
import {
  expectFiles,
  expectMessages,
  expectNothingLostOrDoubled,
  expectOneOrder,
  queryCluster,
} from "./kit/checks";
import { Cluster } from "./kit/cluster";
import { decide, raisePrice, throughProxy } from "./kit/deciding";
import { Journal } from "./kit/journal";
import { endSession, travel, type Scene } from "./kit/travelling";

const seconds = Number(process.env["CLUSTER_SECONDS"] ?? 600);
const secondsBetweenKills = 20;
const travellers = 6;
/** Enough for the travellers, who need about three staff changes every 600 ms; each staff member makes at most one. */
const staffMembers = 4;
/** Generous, because opening a file takes about 20 ms, and a run stores thousands of files. */
const maxOpeningMs = seconds * 1_000;
const product = { countryUrl: "vietnam", visaUrl: "vietnam-30-days-single-entry" };

let cluster: Cluster;
let journal: Journal;
let record: ResponseRecord;

beforeAll(
  async () => {
    cluster = await Cluster.start();
    journal = new Journal();
    const [first] = cluster.servers;
    const { data } = await callGraphql(first!, documents.visaId, { variables: { visaUrl: product.visaUrl } });
    const { visaId } = data.visa;
    cluster.files = await learnFiles(first!, newPhoneNumber(), visaId);
    const staff = [];
    for (let count = 0; count <= staffMembers; count++)
      staff.push(throughProxy(cluster, await signInStaff(first!)));
    const [editor, ...deciders] = staff;

    record = new ResponseRecord(true);
    const scene: Scene = { cluster, journal, visaId };
    let isOver = false;
    let isPaid = false;
    const until = () => isOver;
    const travelling = Array.from({ length: travellers }, () => journal.repeat(until, () => travel(scene)));
    const others = [
      ...deciders.map((one) =>
        journal.repeat(
          () => isPaid && journal.undecided.length === 0,
          () => decide(one, journal),
        ),
      ),
      journal.repeat(until, () => endSession(scene)),
      journal.repeat(until, () => raisePrice(editor!, journal, product)),
    ];
    await Promise.all([killInTurn(), restartDatabase(), loseStore()]);
    isOver = true;
    await Promise.all(travelling);
    isPaid = true;
    await Promise.all(others);
    record.stop();
    cluster.readLogs();
    printFigures();
  },
  (seconds + 900) * 1_000,
);
afterAll(() => cluster.stop());

async function killInTurn(): Promise<void> {
  for (let kill = 1; kill * secondsBetweenKills <= seconds; kill++) {
    await pause(secondsBetweenKills * 1_000);
    void cluster.kill(kill % cluster.servers.length);
  }
}

async function restartDatabase(): Promise<void> {
  await pause(seconds * 250);
  await cluster.restartDatabase("fast");
  await pause(seconds * 500);
  await cluster.restartDatabase("immediate");
}

async function loseStore(): Promise<void> {
  await pause(seconds * 450);
  await cluster.loseStore(Math.min(30, seconds / 4));
}

function printFigures(): void {
  const durations = record.durations.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(durations[Math.floor(durations.length * share)] ?? 0);
  console.table({
    seconds,
    requests: record.total,
    ...Object.fromEntries([...record.byStatus].map(([status, count]) => [`status ${status}`, count])),
    ...Object.fromEntries([...record.closed].map(([cause, count]) => [`closed: ${cause}`, count])),
    kills: cluster.kills.length,
    "captures asked for": cluster.gateway.calls.filter((call) => call.endsWith("/capture")).length,
    "p50 ms": at(0.5),
    "p95 ms": at(0.95),
    ...Object.fromEntries([...journal.acknowledged].map(([kind, count]) => [`acknowledged: ${kind}`, count])),
  });
}

test("a request fails only with a closed connection, or with 503 and Retry-After", () => {
  expect(record.faults).toEqual([]);
  expect([...record.byStatus.keys()].filter((status) => status >= 400 && status !== 503)).toEqual([]);
});

test("no actor's call is refused, no ended session works, and nothing is sold at an earlier price", () => {
  expect(journal.faults).toEqual([]);
});

test("processes end only if they are killed, and log no unexpected error", () => {
  expect(cluster.faults).toEqual([]);
});

test("each acknowledged application, applicant, payment and decision exists exactly once", () =>
  expectNothingLostOrDoubled(cluster, journal));

test(
  "every stored file opens and has the bytes that were sent",
  async () => {
    const opened = await expectFiles(cluster, journal);
    const users = journal.applications.map(({ traveller }) => `'${traveller.userId}'`).join();
    const [row] = await queryCluster<{ count: string }>(
      cluster,
      `SELECT count(*) FROM stored_file JOIN visa_applicant USING ("visaApplicantId")
     JOIN visa_request USING ("visaRequestId") WHERE "userId" IN (${users})`,
    );
    expect(opened).toBe(Number(row!.count));
  },
  maxOpeningMs,
);

test("each event has one message per channel", async () => {
  const { repeated } = await expectMessages(cluster, journal);
  console.info({ "messages sent again under their id": repeated });
  expect(repeated).toBeLessThanOrEqual(cluster.kills.length);
});

test("the gateway has one order, one payment and one capture for each paid application", () =>
  expectOneOrder(cluster, journal));

test("the audit log is complete and unchanged", () =>
  poll(async () => {
    const { code, stdout } = await cluster.servers[0]!.runCommand("verifyAudit");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\S/)]);
    console.info(stdout.trim());
  }));
