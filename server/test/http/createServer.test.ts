import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { callGraphql, callRest, type GraphqlError } from "../kit/wire/callApi";
import type { ReadList } from "../kit/wire/read";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller } from "../kit/personas/traveller";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const open = (path: string, accept: string) => fetch(server.url + path, { headers: { accept } });
const page = "text/html,application/xhtml+xml,*/*;q=0.8";

/** Internals that no response may reveal. */
const insides = /node_modules|\.[jt]s:\d|\bat \w+.* \(|FST_ERR|SQLITE|SyntaxError|typeorm|stack/i;

describe("a browser", () => {
  test("gets the page with security headers", async () => {
    const response = await open("/", page);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy")!.split(";");
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'self'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    expect(response.headers.has("x-powered-by")).toBe(false);
    expect(await response.text()).toContain('<div id="root">');
  });

  test.each(["/visas", "/visas/oman", "/visa/applications", "/profile", "/application/1"])(
    "gets the page at %s",
    async (path) => {
      const response = await open(path, page);
      expect([response.status, response.headers.get("content-type")]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
    },
  );

  test("gets Apollo Sandbox at /graphql, with scripts only from this site", async () => {
    const response = await open("/graphql", page);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/html");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toMatch(/frame-src [^;]*https:\/\/sandbox\.embed\.apollographql\.com[ ;]/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const html = await response.text();
    expect(html).toContain("GraphQL API of Visaport");
    expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      expect.stringMatching(/src="\/assets\/[\w-]+\.js"/),
    ]);
  });

  test("gets the page with status 404 at an unknown address", async () => {
    const response = await open("/nowhere/at/all", page);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
  });
});

describe("an API client", () => {
  test.each(["/nowhere", "/api/nowhere", "/api", "/files", "/graphql/x", "/%2e%2e/package.json"])(
    "gets a 404 in JSON for %s",
    async (path) => {
      const { status, body } = await callRest(server, "GET", path);
      expect([status, body.statusCode]).toEqual([404, 404]);
      expect(JSON.stringify(body)).not.toMatch(insides);
    },
  );

  test("can introspect the schema, as Apollo Sandbox does", async () => {
    const { data } = await callGraphql<{
      __schema: { queryType: { name: string } };
      __type: { description: string };
    }>(server, `{ __schema { queryType { name } } __type(name: "Visa") { description } }`);
    expect(data.__schema.queryType.name).toBe("Query");
    expect(data.__type.description).toBe("A published visa.");
  });

  test("can call from any origin, because no cookies are used", async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: "OPTIONS",
      headers: {
        origin: "https://partner.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toContain("authorization");
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  });
});

test("the response to a path that cannot be decoded has the headers of any other response", async () => {
  const headersOf = async (path: string) => {
    const response = await fetch(server.url + path, { headers: { origin: "https://partner.example" } });
    const own = ["content-length", "date", "x-request-id", "vary", "cache-control"];
    return Object.fromEntries([...response.headers].filter(([name]) => !own.includes(name)));
  };
  expect(await headersOf("/api/%zz")).toEqual(await headersOf("/api/nowhere"));
});

describe("a body", () => {
  const send = async (path: string, body: string, type = "application/json") => {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect(response.headers.get("content-type")).toContain("application/json");
    const text = await response.text();
    expect(text).not.toMatch(insides);
    return { status: response.status, body: JSON.parse(text) as { errors: ReadList<GraphqlError> } };
  };

  test.each(['{"query": ', "not json", "'", "\u0000"])(
    "that is not JSON is refused with 400 and a JSON error: %j",
    async (body) => {
      const graphql = await send("/graphql", body);
      expect(graphql.status).toBe(400);
      expect(graphql.body.errors[0].extensions.code).toBe("BAD_USER_INPUT");
      const rest = await send("/api/home/userotp", body);
      expect(rest).toMatchObject({ status: 400, body: { statusCode: 400 } });
    },
  );

  test.each(["{}", "[]", "1", '{"query":1}', '{"query":"{ nowhere }"}', '{"query":"{"}', '{"query":""}'])(
    "without a valid operation is refused by GraphQL with 400: %s",
    async (body) => {
      expect((await send("/graphql", body)).status).toBe(400);
    },
  );

  test("is refused with 413 if it is too long, and with 415 if its type is not supported", async () => {
    const long = JSON.stringify({ query: `{ me { userId } } #${"x".repeat(100 * 1024)}` });
    for (const path of ["/graphql", "/api/home/userotp"]) {
      expect((await send(path, long)).status).toBe(413);
      expect((await send(path, "<a/>", "text/xml")).status).toBe(415);
    }
  });

  test("keeps the connection alive if it arrives completely", async () => {
    for (const [path, text] of [
      ["/graphql", `{"query":"{ __typename }"}`],
      ["/api/nowhere", "{}"],
    ] as const) {
      const headers = { "content-type": "application/json" };
      const response = await fetch(server.url + path, { method: "POST", headers, body: text });
      expect([path, response.headers.get("connection")]).toEqual([path, "keep-alive"]);
    }
  });

  test("that is too long is refused while the client is still sending it", async () => {
    const long = JSON.stringify({ query: "x".repeat(8 * 1024 * 1024) });
    for (const path of ["/graphql", "/api/home/userotp", "/api/payment/webhook", "/api/nowhere"]) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(path, long)));
      const status = path === "/api/nowhere" ? 404 : 413;
      expect([path, ...answers.map((answer) => answer.status)]).toEqual([
        path,
        ...Array<number>(5).fill(status),
      ]);
    }
  });
});

test("GraphQL and REST return an unexpected error as a reference, and the log has the details", async () => {
  const traveller = await signedInTraveller(server).withRequest();
  const { visaRequestId } = traveller.request;
  await editDatabase(server, `ALTER TABLE visa_applicant RENAME TO somewhere_else`);

  const { data, errors } = await traveller.call(documents.visaRequest, { visaRequestId });
  expect(data.visaRequest).toBeNull();
  const { reference } = errors![0]!.extensions;
  expect(reference).toMatch(/^[0-9A-F]{8}$/);
  expect(errors).toMatchObject([
    {
      message: `Something went wrong on our side. Reference ${reference}`,
      extensions: { code: "INTERNAL_SERVER_ERROR", reference },
    },
  ]);
  expect(JSON.stringify(errors)).not.toMatch(/SQLITE|no such table|stack/i);
  await server.untilPrinted(reference);
  const entry = server.output.split("\n").find((line) => line.includes(reference));
  expect(entry).toMatch(/no such table|does not exist/);
  // The log has the statement, but not its values.
  expect(entry).toContain("visa_applicant");
  expect(entry).not.toContain(visaRequestId);

  const rest = await callRest(
    server,
    "GET",
    `/api/VisaApplicant/GetByVisaRequest?visaRequestId=${visaRequestId}`,
    {
      token: traveller.token,
    },
  );
  expect(rest.status).toBe(500);
  expect(rest.body).toEqual({
    statusCode: 500,
    message: expect.stringMatching(/^Something went wrong on our side\. Reference [0-9A-F]{8}$/),
  });
  await server.untilPrinted(rest.body.message.slice(-8));

  // Other operations still work.
  expect((await traveller.call(documents.me)).data.me.userId).toBe(traveller.userId);
});
