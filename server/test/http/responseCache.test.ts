/** Cached responses contain only public data and follow the rules of ordinary responses. */
import { connect } from "node:net";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { changeVisa, readVisa, signInCatalogueAdmins } from "../kit/stories/catalogueAdmin";
import { poll } from "../kit/poll";
import { TestPartner } from "../kit/personas/partner";
import { TestServer } from "../kit/server/testServer";
import { signIn } from "../kit/personas/traveller";

let server: TestServer;
beforeAll(async () => {
  const openWindows = fileURLToPath(new URL("./openWindows.fixture.mjs", import.meta.url));
  server = await TestServer.start({
    LOG_LEVEL: "info",
    TRUSTED_PROXIES: "127.0.0.1",
    NODE_OPTIONS: `--import ${openWindows}`,
  });
});
afterAll(() => server.dispose());

const countryUrl = "bahrain";
const visaUrl = "bahrain-14-days-tourist-visa-single-entry";
const priceQuery = `query price($visaUrl: String!) { visa(visaUrl: $visaUrl) { adultPrice } }`;
const priceBody = JSON.stringify({ query: priceQuery, variables: { visaUrl } });
const json = { "content-type": "application/json" };

interface Way {
  method?: "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const operation = (query: string, variables: object = {}, headers: Record<string, string> = {}): Way => ({
  method: "POST",
  path: "/graphql",
  headers: { ...json, ...headers },
  body: JSON.stringify({ query, variables }),
});
const asked = `/graphql?query=${encodeURIComponent(priceQuery)}&variables=${encodeURIComponent(JSON.stringify({ visaUrl }))}`;
const getOperation: Way = { path: asked, headers: { "apollo-require-preflight": "true" } };

/** Returns the request as sent from the IP address `address`. Each IP address has a separate limit. */
const from = (way: Way, address: string): Way => ({
  ...way,
  headers: { ...way.headers, "x-forwarded-for": address },
});

/** The request ids of all responses that `send` received. */
const sent: (string | null)[] = [];

async function send({ path, ...way }: Way, more: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(server.url + path, { ...way, headers: { ...way.headers, ...more } });
  sent.push(response.headers.get("x-request-id"));
  return response;
}

/** Returns the log lines of requests. Those of cached responses are marked and limited to 20 a second. */
const lines = () =>
  server.output
    .split("\n")
    .filter((line) => line.includes('"answered"'))
    .map((line) => JSON.parse(line) as LogLine);

interface LogLine {
  cached?: true;
  reqId: string;
  method: string;
  route: string;
  status: number;
}

/**
 * Counts the responses that `send` received from the cache during `work`. They are the only ones without an ordinary
 * log line.
 */
async function countCached(work: () => Promise<unknown>): Promise<number> {
  const before = sent.length;
  await work();
  const ordinary = await readOrdinaryIds();
  return sent.slice(before).filter((id) => !ordinary.has(id)).length;
}

/** Returns the ids of all earlier responses that bypassed the cache, after waiting for their log lines. */
async function readOrdinaryIds(): Promise<Set<string | null>> {
  const { headers } = await fetch(`${server.url}/healthz`);
  const last = headers.get("x-request-id");
  await poll(() => expect(lines().map(({ reqId }) => reqId)).toContain(last));
  return new Set(
    lines()
      .filter(({ cached }) => !cached)
      .map(({ reqId }) => reqId),
  );
}

/** Repeats the request until its response is cached; returns the first response, which was not cached. */
async function untilCached(way: Way, more: Record<string, string> = {}): Promise<Response> {
  const first = await send(way, more);
  await poll(async () =>
    expect(await countCached(async () => (await send(way, more)).arrayBuffer())).toBe(1),
  );
  return first;
}

const ways: [string, Way][] = [
  ["an operation", operation(priceQuery, { visaUrl })],
  ["a GET operation", getOperation],
  ["a REST path", { path: `/api/visa/getbycountry?countryurl=${countryUrl}` }],
  ["the sitemap", { path: "/sitemap.xml" }],
  ["the public schema", { path: "/developers/schema.graphql" }],
  ["a page", { path: `/visa/${visaUrl}`, headers: { accept: "text/html" } }],
];

/** Returns the headers that must be the same for each response and encoding. */
const headersOf = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(
      ([name]) =>
        !["date", "content-length", "transfer-encoding", "content-encoding", "x-request-id"].includes(name),
    ),
  );

describe.each(ways)("%s", (_name, way) => {
  test("gets the same bytes and headers from the cache as without it, in each encoding", async () => {
    const first = await untilCached(way, {
      "accept-encoding": "identity",
      origin: "https://elsewhere.example",
    });
    const text = await first.text();
    for (const form of ["identity", "gzip", "br"]) {
      const again = await send(way, { "accept-encoding": form });
      expect([again.status, await again.text()]).toEqual([200, text]);
      expect(headersOf(again)).toEqual(headersOf(first));
      const isShort = text.length < 1024;
      expect(again.headers.get("content-encoding") ?? "identity").toBe(isShort ? "identity" : form);
    }
  });

  test("bypasses the cache if a token is sent, but gets the same response", async () => {
    const first = await untilCached(way);
    const { token } = await signIn(server);
    const signedIn = { authorization: `Bearer ${token}` };
    let texts: string[] = [];
    const ready = await countCached(async () => {
      texts = [await (await send(way, signedIn)).text(), await (await send(way, signedIn)).text()];
    });
    expect(ready).toBe(0);
    expect(texts).toEqual(Array(2).fill(await first.text()));
  });
});

test.each([
  ["the current user", operation("{ me { phoneNumber } }")],
  [
    "a price with the current user",
    operation(`{ visa(visaUrl: "${visaUrl}") { adultPrice } me { phoneNumber } }`),
  ],
  [
    "an error",
    operation("query ($first: Int!) { popularVisas(first: $first) { visaId } }", { first: "many" }),
  ],
  ["a page size that is refused", operation("{ visas(first: 1000) { totalCount } }")],
  ["introspection", operation('{ __type(name: "Visa") { name } }')],
  ["an unknown country", { path: "/api/visa/getbycountry?countryurl=nowhere" }],
  ["an unknown page", { path: "/visa/nowhere", headers: { accept: "text/html" } }],
  ["a page with a query string", { path: "/?utm=1", headers: { accept: "text/html" } }],
  ["a page that only the client renders", { path: "/visa/applications", headers: { accept: "text/html" } }],
  ["the health check", { path: "/healthz" }],
  ["a REST path with an unknown parameter", { path: "/api/visa/getall?x=1" }],
  ["the sitemap with a parameter", { path: "/sitemap.xml?x=1" }],
  ["a GET operation with an unknown parameter", { ...getOperation, path: `${asked}&x=1` }],
] satisfies [string, Way][])("%s is never answered from the cache", async (_name, way: Way) => {
  const ready = await countCached(async () => {
    for (let time = 0; time < 4; time++) await (await send(way)).arrayBuffer();
  });
  expect(ready).toBe(0);
});

test("one traveller's data reaches neither a visitor nor another traveller who sends the same request", async () => {
  const [asha, ravi] = [await signIn(server), await signIn(server)];
  const way = operation("{ me { phoneNumber } }");
  const ask = async (token?: string) =>
    (await (await send(way, token ? { authorization: `Bearer ${token}` } : {})).json()) as {
      data: { me: { phoneNumber: string } | null };
    };
  for (let time = 0; time < 3; time++) {
    expect((await ask(asha.token)).data.me?.phoneNumber).toBe(asha.phoneNumber);
    expect((await ask(ravi.token)).data.me?.phoneNumber).toBe(ravi.phoneNumber);
    expect((await ask()).data.me).toBeNull();
  }
});

test("browsers and proxies may not store private responses, errors or responses to a key", async () => {
  const asha = await signIn(server);
  const key = (await (await TestPartner.create(server)).createKey()).secret;
  const me: Way = { ...getOperation, path: `/graphql?query=${encodeURIComponent("{ me { phoneNumber } }")}` };
  for (const [name, way, token, status] of [
    ["a private query by GET", me, asha.token, 200],
    ["a private query", operation("{ me { phoneNumber } }"), asha.token, 200],
    ["an operation that does not parse", operation("{"), asha.token, 400],
    ["a private path", { path: `/api/user/${asha.userId}` }, asha.token, 200],
    ["a private path without a token", { path: `/api/user/${asha.userId}` }, undefined, 401],
    ["an unknown path", { path: "/api/nowhere" }, undefined, 404],
    ["a key that is not valid", { path: "/api/visa/getall" }, `${key}x`, 401],
    ["a public query with a key", getOperation, key, 200],
  ] as const) {
    const response = await send(way, token ? { authorization: `Bearer ${token}` } : {});
    expect([name, response.status, response.headers.get("cache-control")]).toEqual([
      name,
      status,
      "no-store",
    ]);
  }
});

test("HEAD returns the caching headers of GET", async () => {
  const path = `/api/visa/${visaUrl}`;
  const cachingOf = ({ headers }: Response) =>
    ["cache-control", "etag", "vary"].map((name) => headers.get(name));
  const get = cachingOf(await send({ path }));
  expect(get).toEqual(["public, max-age=0, must-revalidate", expect.any(String), "accept-encoding"]);
  expect(cachingOf(await fetch(server.url + path, { method: "HEAD" }))).toEqual(get);
});

test("a cross-site request that is refused without the cache is also refused with it", async () => {
  await untilCached(getOperation);
  // This request lacks the header that makes a browser send a preflight request.
  expect((await send({ path: asked })).status).toBe(400);
  await untilCached(operation(priceQuery, { visaUrl }));
  const plain = await send({
    method: "POST",
    path: "/graphql",
    headers: { "content-type": "text/plain" },
    body: priceBody,
  });
  expect([400, 415]).toContain(plain.status);
});

test("a client with the current ETag gets 304 even before the response is cached, and new bytes after a change", async () => {
  const path = `/api/visa/${visaUrl}`;
  const etag = (await send({ path })).headers.get("etag")!;
  await changePrice(4_001);
  const stale = await send({ path }, { "if-none-match": etag });
  const fresh = stale.headers.get("etag")!;
  expect([stale.status, fresh === etag]).toEqual([200, false]);
  const ask = async (known: string) => {
    const response = await send({ path }, { "if-none-match": known });
    return [response.status, (await response.text()).length > 0];
  };
  for (const known of [fresh, `W/${fresh}`, `"x", ${fresh}`]) expect(await ask(known)).toEqual([304, false]);
  expect(await ask('"another"')).toEqual([200, true]);
  const operationAgain = await send(operation(priceQuery, { visaUrl }), { "if-none-match": "*" });
  expect(operationAgain.status).toBe(200);
  await untilCached({ path });
  const cached = await send({ path }, { "if-none-match": fresh });
  expect([cached.status, cached.headers.get("cache-control")]).toEqual([
    304,
    "public, max-age=0, must-revalidate",
  ]);
});

test.each([
  ["GET", "/api/visa/gettop?first=9"],
  ["HEAD", "/visas/bahrain"],
  ["HEAD", "/about"],
  ["HEAD", "/flags/bh.svg"],
])("a 304 to %s %s has no content-length", async (method, path) => {
  const ask = (headers = {}) =>
    fetch(server.url + path, { method, headers: { accept: "text/html", ...headers } });
  const etag = (await ask()).headers.get("etag")!;
  // Later responses come from the cache.
  for (let time = 0; time < 3; time++) {
    const { status, headers } = await ask({ "if-none-match": etag });
    expect([status, headers.get("content-length"), headers.get("etag")]).toEqual([304, null, etag]);
  }
});

async function changePrice(adultPrice: number): Promise<void> {
  const [ravi] = await signInCatalogueAdmins(server);
  const visa = await readVisa(ravi, countryUrl, visaUrl);
  expect((await changeVisa(ravi, visa, { adultPrice })).userErrors).toEqual([]);
}

test("the log line of a cached response contains the route, not the address", async () => {
  await untilCached({ path: `/visa/${visaUrl}` });
  expect(lines().filter(({ cached }) => cached)).toContainEqual(
    expect.objectContaining({ method: "GET", route: "/visa/:key?", status: 200 }),
  );
  expect(server.output).not.toContain(visaUrl);
});

/** Sends a request at least `count` times over one connection, eight at once, which is fast even on a busy machine. */
async function sendMany({ method, path, headers = {}, body = "" }: Way, count: number): Promise<void> {
  const { hostname, port } = new URL(server.url);
  // `Accept` is as `fetch` sends it, because the cache distinguishes operations by it.
  const all = {
    host: "x",
    accept: "*/*",
    ...headers,
    ...(body && { "content-length": String(body.length) }),
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const packet = `${method ?? "GET"} ${path} HTTP/1.1\r\n${head.join("")}\r\n${body}`.repeat(8);
  const socket = connect(Number(port), hostname);
  socket.write(packet);
  let answered = 0;
  let tail = "";
  for await (const chunk of socket) {
    const text = tail + (chunk as Buffer).toString("latin1");
    // The tail is shorter than the searched text, so that no response is counted twice.
    tail = text.slice(-11);
    const found = text.split("HTTP/1.1 200").length - 1;
    answered += found;
    if (answered >= count) return;
    if (found > 0 && answered % 8 === 0) socket.write(packet);
  }
  throw new Error(`The connection ended after ${answered} responses`);
}

test.each([
  ["operations", operation(priceQuery, { visaUrl }), "203.0.113.77"],
  ["pages", { path: `/visa/${visaUrl}` }, "203.0.113.78"],
] satisfies [string, Way, string][])(
  "after 2,000 cached %s in 20 seconds, requests from the same IP address bypass the cache",
  async (_name, way: Way, address) => {
    await untilCached(way);
    const before = (await readOrdinaryIds()).size;
    await sendMany(from(way, address), 2_000);
    const ordinary = await readOrdinaryIds();
    // The one response that bypassed the cache is the health check in `readOrdinaryIds`.
    expect(ordinary.size - before).toBe(1);
    expect(await countCached(() => send(from(way, address)))).toBe(0);
    expect(await countCached(() => send(from(way, "203.0.113.79")))).toBe(1);
  },
);

test("once a price change is confirmed, no API returns an older price", async () => {
  const [ravi] = await signInCatalogueAdmins(server);
  let newest = 0;
  let isOver = false;
  const older: string[] = [];
  const prices: Record<string, (text: string) => number> = {
    "/graphql": (text) => Number(/"adultPrice":(\d+)/.exec(text)?.[1]),
    [`/api/visa/${visaUrl}`]: (text) => Number(/"adultPrice":(\d+)/.exec(text)?.[1]),
    [`/visa/${visaUrl}`]: (text) => Number(/INR (\d+)\/-/.exec(text.replaceAll("<!-- -->", ""))?.[1]),
  };
  const read = async (path: string) => {
    for (let count = 0; !isOver; count++) {
      const known = newest;
      const text = await (
        await send(path === "/graphql" ? operation(priceQuery, { visaUrl }) : { path })
      ).text();
      const price = prices[path]!(text);
      if (!(price >= known)) older.push(`${path} ${known} ${price} after ${count}`);
    }
  };
  const change = async () => {
    for (let price = 3001; price <= 3020; price++) {
      const visa = await readVisa(ravi, countryUrl, visaUrl);
      const { userErrors } = await changeVisa(ravi, visa, { adultPrice: price });
      expect(userErrors).toEqual([]);
      newest = price;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    isOver = true;
  };
  const readers = () => Object.keys(prices).flatMap((path) => [read(path), read(path)]);
  const cached = await countCached(() =>
    Promise.all([change().finally(() => (isOver = true)), ...readers()]),
  );
  expect(older).toEqual([]);
  // Proves that the readers received cached responses while the price changed.
  expect(cached).toBeGreaterThan(20);
});

test("a request whose body arrives in pieces is answered", async () => {
  await untilCached(from(operation(priceQuery, { visaUrl }), "203.0.113.80"));
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const head = `POST /graphql HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.80\r\ncontent-type: application/json\r\ncontent-length: ${priceBody.length}\r\nconnection: close\r\n\r\n`;
  socket.write(head + priceBody.slice(0, 10));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.write(priceBody.slice(10));
  await once(socket, "close");
  expect(text).toContain('"adultPrice"');
  expect(text.startsWith("HTTP/1.1 200")).toBe(true);
});

test("a stop closes connections between responses, never during one", async () => {
  await untilCached(from({ path: "/sitemap.xml" }, "203.0.113.81"));
  const { hostname, port } = new URL(server.url);
  let answers = 0;
  const readers = Array.from({ length: 8 }, async () => {
    const socket = connect(Number(port), hostname);
    // Ignores the error of a connection that closes while the next request is in flight.
    socket.on("error", () => undefined);
    let text = "";
    const ask = () =>
      socket.write("GET /sitemap.xml HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.81\r\n\r\n");
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.endsWith("</urlset>\n")) return;
      answers++;
      text = "";
      ask();
    });
    socket.once("connect", ask);
    await new Promise((resolve) => socket.once("close", resolve));
    return text;
  });
  await poll(() => expect(answers).toBeGreaterThan(100));
  expect(await server.stop()).toBe(0);
  expect(await Promise.all(readers)).toEqual(readers.map(() => ""));
});
