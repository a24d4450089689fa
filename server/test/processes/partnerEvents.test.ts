import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "@jest/globals";
import pg from "pg";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { reportedProgram, TestPartner } from "../kit/personas/partner";
import { toStory, type Traveller } from "../kit/personas/traveller";
import { atEach, provideProcesses } from "../kit/server/processes";
import { findDatabaseUrl } from "../kit/server/testDatabase.mjs";
import type { DataOf } from "../kit/wire/read";
import { waitFor } from "../kit/waitFor";

/** The feed of partner events with several processes on one database. */

const provided = provideProcesses();
const total = 2_000;
/** Number of events that the processes write; the rest of the `total` is written by transactions that commit late. */
const written = 48;
const writers = 8;

const clients: pg.Client[] = [];
afterAll(() => Promise.all(clients.map((client) => client.end())));

/** Inserts `count` copies of an event, each in a transaction that commits late. */
async function insertLate(count: number, partnerId: string, ids: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: findDatabaseUrl(provided.servers[0]!.dataDir)! });
  clients.push(client);
  await client.connect();
  for (let nth = 0; nth < count; nth++) {
    const id = randomUUID();
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO partner_event ("partnerEventId", "partnerId", type, at, "visaRequestId", status,
         "paymentStatus", version)
       SELECT $1, "partnerId", type, $2, "visaRequestId", status, "paymentStatus", version
       FROM partner_event WHERE "partnerId" = $3 ORDER BY position LIMIT 1`,
      [id, new Date().toISOString(), partnerId],
    );
    await pause(Math.random() * (nth % 20 === 0 ? 1_500 : 20));
    await client.query("COMMIT");
    ids.push(id);
  }
}

type Page = DataOf<typeof documents.partnerEvents>["partnerEvents"];

/** Reads the feed page by page, from each process in turn; returns the ids of the events. */
async function follow(program: Traveller, isOver: () => boolean): Promise<string[]> {
  const readers = atEach(provided.servers, program);
  const read: string[] = [];
  let after: string | null = null;
  for (let call = 0; ; call++) {
    const wasOver = isOver();
    const reader = readers[call % readers.length]!;
    const page: Page = (await reader.call(documents.partnerEvents, { after, first: 100 })).data.partnerEvents;
    read.push(...page.nodes.map(({ eventId }) => eventId));
    after = page.endCursor;
    if (wasOver && page.nodes.length === 0) return read;
    if (!page.hasNextPage) await pause(50);
  }
}

test(`reading with a cursor misses none of ${total} events that are written meanwhile`, async () => {
  const [server] = provided.servers as [(typeof provided.servers)[0]];
  const partner = await TestPartner.create(server);
  for (const [name, value] of Object.entries({
    points: "100000000",
    write: "100000",
    openApplications: "10000",
  }))
    expect(await server.runCommand("partners", "limit", partner.partnerId, name, value)).toMatchObject({
      code: 0,
    });
  const program = await reportedProgram(partner);
  const ids: string[] = [];
  let isOver = false;
  const following = follow(program, () => isOver);
  const perWriter = (total - written) / writers;
  await Promise.all([
    ...Array.from({ length: writers }, () => insertLate(perWriter, partner.partnerId, ids)),
    ...atEach(provided.servers, program).map(async (at) => {
      for (let nth = 0; nth < written / provided.servers.length; nth++) {
        await toStory(at).withRequest();
        await at.do(documents.cancelVisaRequest, { visaRequestId: at.request.visaRequestId });
      }
    }),
  ]);
  const rows = async () => (await readTables(server, ["partner_event"])).partner_event;
  await waitFor("each event has a number", async () => (await rows()).every(({ number }) => number !== null));
  isOver = true;
  const read = await following;
  const all = await rows();
  expect(all).toHaveLength(total + 1);
  expect(ids).toHaveLength(total - written);
  expect(read).toHaveLength(total + 1);
  expect(new Set(read)).toEqual(new Set(all.map(({ partnerEventId }) => partnerEventId)));
  const numbers = all.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_number, at) => at + 1));
});
