import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import * as documents from "../kit/documents";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { makeDetails, signedInTraveller } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { atEach } from "../kit/server/processes";
import { runServerToEnd } from "../kit/server/runToEnd";
import { secrets } from "../kit/server/testDatabase.mjs";
import { expectAllWell, expectNoFileLost, insertsFile, provideOutages, query } from "./kit/outages";
import { ResponseRecord } from "./kit/recordResponses";
import { StubbornTraveller } from "./kit/stubbornTraveller";

/** PostgreSQL stops, restarts, or loses its responses, while three processes serve. */

const provided = provideOutages();

let record: ResponseRecord;
beforeEach(() => void (record = new ResponseRecord()));
afterEach(() => record.stop());

test("an applicant's files survive a lost response to COMMIT", async () => {
  const { proxy, servers } = provided;
  const own = await signedInTraveller(servers[0]!).withRequest();
  const [first, second] = atEach(servers, own);
  const { visaRequestId } = own.request;
  const applicant = { visaRequestId, ...makeDetails(), idempotencyKey: randomUUID() };
  const files = await makeSmallFiles();
  proxy.loseCommits((statements) => insertsFile.test(statements));
  const unanswered = await first!.call(documents.createVisaApplicant, { input: applicant }, files);
  proxy.loseCommits(undefined);
  expect(unanswered.status).toBe(503);
  expect(proxy.lostCommits).toBe(1);

  const added = await second!.do(documents.createVisaApplicant, applicant, files);
  for (const src of [added.profileSrc, added.passportFrontSrc, added.passportBackSrc])
    expect((await fetch(servers[1]!.url + src)).status).toBe(200);
  expect(await expectNoFileLost(provided)).toBe(3);
  // The repeated call stored nothing more.
  expect(await servers[0]!.listFiles()).toHaveLength(3);
  expect(record.faults).toEqual([]);
});

test("a database connection that ends during a query causes 503 with Retry-After", async () => {
  const { servers, url } = provided;
  const { token } = await signedInTraveller(servers[0]!).withRequest();
  const operator = new pg.Client(url);
  await operator.connect();
  await operator.query("BEGIN; LOCK TABLE visa_request IN ACCESS EXCLUSIVE MODE");
  const asked = fetch(`${servers[0]!.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: "{ myVisaRequests(first: 5) { nodes { visaRequestId } } }" }),
  });
  const blocked = `SELECT pid FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT%visa_request%'`;
  await poll(async () => expect(await query(url, blocked)).not.toEqual([]));
  await query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'visaport'`,
  );
  const response = await asked;
  await operator.query("ROLLBACK");
  await operator.end();
  expect([response.status, Number(response.headers.get("retry-after"))]).toEqual([503, 3]);
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "UNAVAILABLE" } }] });
  expectAllWell(provided);
});

test("a server that cannot reach its database does not start, and names DATABASE_URL", async () => {
  const { code, stderr } = await runServerToEnd({
    DATA_DIR: join(provided.servers[0]!.dataDir, "unreachable"),
    DATABASE_URL: "postgres://visaport@127.0.0.1:1/nowhere",
    ...secrets,
    ...provided.gateway.settings,
  });
  expect(code).toBe(1);
  expect(stderr.trim()).toBe(
    "Setting DATABASE_URL: the database does not respond: connect ECONNREFUSED 127.0.0.1:1",
  );
});

test.each(["fast", "immediate"] as const)(
  "a stop of PostgreSQL (%s) under load loses nothing and causes only 503",
  async (mode) => {
    const { postgres, proxy, servers } = provided;
    const files = await makeSmallFiles();
    let commits = 0;
    proxy.loseCommits((statements) => insertsFile.test(statements) && ++commits % 3 === 0);
    const travellers = [1, 2, 3, 4].map(() => new StubbornTraveller(servers, files));
    const countDone = () => travellers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    let isOver = false;
    const running = Promise.all(travellers.map((one) => one.run(() => isOver)));
    await Promise.race([running, poll(() => expect(countDone()).toBeGreaterThan(3))]);
    await postgres.halt(mode);
    const before = record.count(503);
    await poll(() => expect(record.count(503)).toBeGreaterThan(before + 5));
    await postgres.resume();
    isOver = true;
    await running;
    proxy.loseCommits(undefined);

    for (const one of travellers) await one.checkFiles();
    // Jobs failed several times a second, but the log has only the outage, not each failure.
    await Promise.all(servers.map((server) => server.untilPrinted("jobs run again after an outage")));
    for (const { output } of servers) {
      expect(output).not.toContain("a job failed");
    }
    expect(await expectNoFileLost(provided)).toBeGreaterThanOrEqual(3 * countDone());
    expect(record.faults).toEqual([]);
    expectAllWell(provided);
  },
);
