/** `x-request-id` is on every response, is unique, and is in the log line of the response. */
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { signIn } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { TestServer } from "../kit/server/testServer";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ LOG_LEVEL: "info" });
});
afterAll(() => server.dispose());

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const seen = new Set<string>();

/** Checks that the id is new, and that exactly one log line has the id and this status. */
async function expectNewId(id: string | null, status: number): Promise<void> {
  expect(id).toMatch(uuid);
  expect(seen.has(id!)).toBe(false);
  seen.add(id!);
  await poll(() => {
    const lines = server.output.split("\n").filter((line) => line.includes(`"reqId":"${id}"`));
    const answered = lines.filter((line) => line.includes('"answered"'));
    expect(answered.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual([status]);
  });
}

const graphql = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body,
});
const brand = JSON.stringify({ query: "{ siteInfo { brand } }" });

test.each<[string, string, RequestInit, number]>([
  ["an operation", "/graphql", graphql(JSON.stringify({ query: "{ me { userId } }" })), 200],
  ["an invalid operation", "/graphql", graphql(JSON.stringify({ query: "{ nothing }" })), 400],
  ["a body that is not JSON", "/graphql", graphql("{"), 400],
  ["a body that is too large", "/graphql", graphql(" ".repeat(200_000)), 413],
  ["a file from a visitor", "/graphql", { method: "POST", body: new FormData() }, 401],
  ["a REST path", "/api/visa/getall", {}, 200],
  ["a REST path without a token", "/api/visaRequest/GetByUserId", {}, 401],
  ["an unsupported method", "/api/visa/getall", { method: "PUT" }, 405],
  ["an unknown path", "/api/nothing", {}, 404],
  ["a path that cannot be decoded", "/api/%", {}, 400],
  ["a page", "/", { headers: { accept: "text/html" } }, 200],
  ["an unknown page", "/nothing", { headers: { accept: "text/html" } }, 404],
  ["a file of the client", "/sw.js", {}, 200],
  ["a flag", "/flags/in.svg", {}, 200],
  ["a file with a forged link", "/files/0a1b2c3d-0000-4000-8000-000000000000?signature=x", {}, 404],
  ["a health check", "/readyz", {}, 200],
  [
    "a preflight request",
    "/graphql",
    { method: "OPTIONS", headers: { origin: "https://a.example", "access-control-request-method": "POST" } },
    204,
  ],
])("each response to %s has a new id", async (_name, path, options, status) => {
  for (let sent = 0; sent < 2; sent++) {
    const response = await fetch(server.url + path, options);
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    await expectNewId(response.headers.get("x-request-id"), status);
  }
});

test("each cached response and each 304 has a new id", async () => {
  const isCached = (id: string | null) =>
    server.output.split("\n").some((line) => line.includes(`${id}`) && line.includes('"cached":true'));
  for (const [path, options] of [
    ["/graphql", graphql(brand)],
    ["/developers/schema.graphql", {}],
    ["/contact", { headers: { accept: "text/html" } }],
  ] as const) {
    let last: Response;
    await poll(async () => {
      last = await fetch(server.url + path, options);
      await last.arrayBuffer();
      const id = last.headers.get("x-request-id");
      await expectNewId(id, 200);
      expect(isCached(id)).toBe(true);
    });
    expect(last!.headers.get("access-control-expose-headers")).toContain("x-request-id");
    if (path === "/graphql") continue;
    for (let sent = 0; sent < 2; sent++) {
      const headers = {
        ...("headers" in options && options.headers),
        "if-none-match": last!.headers.get("etag")!,
      };
      const known = await fetch(server.url + path, { headers });
      await expectNewId(known.headers.get("x-request-id"), 304);
    }
  }
});

test("the response to a head that is malformed or too long has a new id", async () => {
  const { hostname, port } = new URL(server.url);
  for (const [head, status] of [
    ["NONSENSE\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(head);
    const answer = await text(socket);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    await expectNewId(/x-request-id: (\S+)/.exec(answer)?.[1] ?? null, status);
  }
});

test("an id that a client sends is ignored", async () => {
  const mine = { "x-request-id": "mine", "request-id": "mine", "X-Request-ID": "mine" };
  for (const path of ["/api/visa/getall", "/contact", "/api/nothing"])
    for (let sent = 0; sent < 3; sent++) {
      const response = await fetch(server.url + path, { headers: mine });
      expect(response.headers.get("x-request-id")).toMatch(uuid);
    }
  expect(server.output).not.toContain('"mine"');
});

test("pages of other origins may read the request id, Retry-After and the rate limits", async () => {
  const { token } = await signIn(server);
  for (const options of [
    graphql(brand),
    graphql(brand, { authorization: `Bearer ${token}` }),
    graphql("{"),
  ]) {
    const { headers } = await fetch(`${server.url}/graphql`, options);
    expect(headers.get("access-control-expose-headers")).toBe(
      "x-request-id, retry-after, ratelimit, ratelimit-policy",
    );
  }
});
