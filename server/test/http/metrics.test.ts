import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { tracing } from "../kit/data/recordStatements";
import { findFreePort, TestServer } from "../kit/server/testServer";
import { signIn, type Traveller } from "../kit/personas/traveller";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { scrapeMetrics } from "../kit/wire/scrapeMetrics";

/** `/metrics` and the spans of the real server. */

let server: TestServer;
let port: number;
let url: string;
let traveller: Traveller;
beforeAll(async () => {
  port = await findFreePort();
  url = `http://127.0.0.1:${port}/metrics`;
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const scrape = () => scrapeMetrics(port);

const count = (samples: Map<string, number>, kind: string, operation: string) =>
  samples.get(`visaport_operation_duration_seconds_count{kind="${kind}",operation="${operation}"}`) ?? 0;
const errors = (samples: Map<string, number>, kind: string, operation: string, code: string) =>
  samples.get(`visaport_operation_errors_total{kind="${kind}",operation="${operation}",code="${code}"}`) ?? 0;

test("/metrics is off unless METRICS_PORT is set, and is never on the site's port", async () => {
  await expect(fetch(url)).rejects.toThrow("fetch failed");
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);

  server.configure({ METRICS_PORT: String(port) });
  await server.restart();
  expect((await fetch(url)).headers.get("content-type")).toBe("text/plain");
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect((await fetch(new URL("/other", url))).status).toBe(404);
  traveller = await signIn(server);
});

test("/metrics counts and measures operations and their errors", async () => {
  const before = await scrape();
  const { token } = traveller;
  for (let call = 0; call < 3; call++) await callGraphql(server, "{ me { userId } }", { token });
  const nameless = 'mutation { updateProfile(input: { name: "" }) { userErrors { code } } }';
  await callGraphql(server, nameless, { token });
  await callGraphql(server, "{ myVisaRequests(first: 1) { nodes { visaRequestId } } }");
  await callRest(server, "GET", "/api/user/1");
  for (let call = 0; call < 4; call++) await fetch(`${server.url}/about`);
  const [asset] = /\/assets\/[\w-]+\.css/.exec(await (await fetch(`${server.url}/about`)).text()) ?? [];
  expect((await fetch(server.url + asset)).status).toBe(200);
  const after = await scrape();

  const moved = (kind: string, operation: string) =>
    count(after, kind, operation) - count(before, kind, operation);
  expect(moved("graphql", "me")).toBe(3);
  expect(moved("graphql", "updateProfile")).toBe(1);
  expect(moved("http", "POST /graphql")).toBe(5);
  // The first two responses are rendered; the others come from the cache.
  expect(moved("http", "GET /about")).toBe(5);
  expect(errors(after, "graphql", "updateProfile", "REQUIRED")).toBe(1);
  expect(errors(after, "graphql", "myVisaRequests", "UNAUTHENTICATED")).toBe(1);
  expect(errors(after, "http", "GET /api/user/:userId", "401")).toBe(1);
  // Built files share one series, because each has a hash in its name.
  expect(moved("http", "GET /assets/*")).toBe(1);
  expect([...after.keys()].filter((series) => /assets\/[^*]/.test(series))).toEqual([]);
  const labels = 'kind="graphql",operation="me"';
  expect(after.get(`visaport_operation_duration_seconds_sum{${labels}}`)).toBeGreaterThan(0);
  expect(after.get(`visaport_operation_duration_seconds_bucket{${labels},le="+Inf"}`)).toBe(
    count(after, "graphql", "me"),
  );
});

test("/metrics shows queued, due and failing work", async () => {
  const samples = await scrape();
  const names = new Set([...samples.keys()].map((series) => series.replace(/\{.*/, "")));
  for (const name of [
    "visaport_db_writes_total",
    "visaport_db_writes_in_flight",
    "visaport_db_pool_waiting",
    "visaport_audit_backlog_events",
    "visaport_jobs_due",
    "visaport_jobs_failing",
    "visaport_refunds_due",
    "visaport_failed_messages",
    "visaport_inspections",
    "visaport_event_loop_delay_seconds",
  ])
    expect(names).toContain(name);
  expect(samples.get('visaport_db_writes_total{event="started"}')).toBeGreaterThan(0);
  expect(samples.get('visaport_event_loop_delay_seconds{quantile="0.5"}')).toBeGreaterThan(0);
  expect([...samples.keys()].filter((series) => series.includes("jobs_due"))).toEqual(
    ["webhooks", "events", "refunds", "sms", "mail"].map((queue) => `visaport_jobs_due{queue="${queue}"}`),
  );
});

test("names and paths chosen by clients do not add series, and no series contains personal data", async () => {
  const ask = async (mark: string) => {
    await callGraphql(server, `query ${mark} { ${mark}: me { userId } }`, { token: traveller.token });
    await callGraphql(server, `query ${mark} { ${mark} }`);
    await callGraphql(server, `query ${mark} { ...${mark} } fragment ${mark} on Query { me { userId } }`);
    await callGraphql(server, `query ${mark} { __typename ${mark}: __typename }`);
    await fetch(`${server.url}/visa/${mark}`);
    await fetch(`${server.url}/${mark}/${mark}`);
    await fetch(`${server.url}/api/${mark}?${mark}=${mark}`);
    await fetch(`${server.url}/%E0%A4%A`, { method: "POST", body: mark });
  };
  await ask("first");
  const before = await scrape();
  for (let call = 0; call < 10; call++) await ask(`mark${call}`);
  const after = await scrape();

  const operations = (samples: Map<string, number>) =>
    [...samples.keys()].filter((series) => !/_(bucket|sum)\{/.test(series));
  expect(operations(after)).toEqual(operations(before));
  expect(count(after, "graphql", "me") - count(before, "graphql", "me")).toBe(10);
  expect(count(after, "graphql", "other") - count(before, "graphql", "other")).toBeGreaterThanOrEqual(20);
  const text = [...after.keys()].join("\n");
  expect(text).not.toMatch(/mark\d|first"/);
  expect(text).not.toContain(traveller.phoneNumber.slice(3));
  expect(text).not.toContain(traveller.userId);
});

test("aliases of the fields that name errors add no series, and the operation succeeds", async () => {
  const before = await scrape();
  for (const query of [
    "{ me { userErrors: phoneNumber } }",
    "{ myVisaRequests(first: 1) { userErrors: nodes { code: visaRequestId } } }",
    'mutation { updateProfile(input: { name: "" }) { userErrors { code: message } } }',
  ]) {
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${traveller.token}` },
      body: JSON.stringify({ query }),
    });
    expect([response.status, await response.json()]).toEqual([200, { data: expect.anything() }]);
  }
  const errorSeries = (samples: Map<string, number>) =>
    [...samples.keys()].filter((series) => series.startsWith("visaport_operation_errors_total"));
  expect(errorSeries(await scrape())).toEqual(errorSeries(before));
});

test("the dashboard and the alarms use only existing metrics", async () => {
  const names = [...(await scrape()).keys()].map((series) => series.replace(/\{.*/, ""));
  const exported = [...names, ...names.map((name) => name.replace(/_count$/, ""))];
  const dashboard = readFileSync("docs/dashboard.json", "utf8");
  const used = [dashboard, readFileSync("docs/operations.md", "utf8")].flatMap(
    (text) => text.match(/visaport_[a-z_]+/g) ?? [],
  );
  expect((JSON.parse(dashboard) as { panels: object[] }).panels).toHaveLength(10);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !exported.includes(name))).toEqual([]);
});

test("a tracing SDK loaded before the server receives spans of operations, transactions, statements and gateway calls", async () => {
  server.configure({ METRICS_PORT: undefined, ...tracing });
  await server.restart();
  await callGraphql(server, 'mutation { updateProfile(input: { name: "Asha" }) { userErrors { code } } }', {
    token: traveller.token,
  });
  for (const span of [
    "none > mutation updateProfile",
    "mutation updateProfile > transaction",
    "transaction > statement",
    "none > gateway findLatestDisputes",
  ])
    await server.untilOutput((output) => output.includes(`span: ${span}\n`));
});
