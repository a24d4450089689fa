import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { getIntrospectionQuery } from "graphql";
import { auditServer } from "graphql-http";
import { BOUNDARY, encodeParts } from "../kit/wire/multipartKit";
import { callGraphql, type GraphqlError } from "../kit/wire/callApi";
import { authHeaders, sendBytes } from "../kit/wire/rawUploads";
import { TestServer } from "../kit/server/testServer";
import { signIn, type Traveller } from "../kit/personas/traveller";

let server: TestServer;
let traveller: Traveller;
let pid: number;
beforeAll(async () => {
  server = await TestServer.start();
  pid = server.pid;
  traveller = await signIn(server);
});
afterAll(async () => {
  expect(server.pid).toBe(pid);
  await server.dispose();
});

/** Internals that no response may reveal. */
const insides = /node_modules|\.[jt]s:\d|\bat \w+.* \(|FST_ERR|SQLITE|RangeError|typeorm|stack|<html/i;

interface Answer<Data = unknown> {
  status: number;
  body: { data: Data; errors: GraphqlError[] | undefined };
}

async function read<Data>(response: Response): Promise<Answer<Data>> {
  expect(response.headers.get("content-type")).toMatch(/^application\/(graphql-response\+)?json/);
  const text = await response.text();
  if (response.status >= 400) expect(text).not.toMatch(insides);
  return { status: response.status, body: JSON.parse(text) as Answer<Data>["body"] };
}

/** Sends a body unchanged while another caller reads the catalogue; expects a response to each. */
async function sendBeside<Data>(body: string, headers: Record<string, string> = {}): Promise<Answer<Data>> {
  const sent = fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    // Generous, because test machines can be busy.
    signal: AbortSignal.timeout(20_000),
  });
  const beside = await callGraphql(server, `{ country(countryUrl: "oman") { name } }`);
  expect(beside).toMatchObject({ status: 200, data: { country: { name: "Oman" } } });
  return read(await sent);
}

const ask = <Data = unknown>(query: string, variables?: unknown) =>
  sendBeside<Data>(JSON.stringify({ query, variables }));

async function get(search: Record<string, string>, headers: Record<string, string> = preflight) {
  const response = await fetch(`${server.url}/graphql?${new URLSearchParams(search).toString()}`, {
    headers,
  });
  return { ...(await read(response)), allow: response.headers.get("allow") };
}
const preflight = { "apollo-require-preflight": "1" };

const refusedWith = (message: RegExp | string) => ({
  status: 400,
  body: {
    errors: [
      {
        message: typeof message === "string" ? message : expect.stringMatching(message),
        extensions: { code: "BAD_USER_INPUT" },
      },
    ],
  },
});

const repeat = (count: number, make: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(" ");
const nest = (levels: number) =>
  `{ country(countryUrl: "oman") ${"{ visas { country ".repeat(levels)}{ name }${" } }".repeat(levels)} }`;

/** The name of each limit, an operation above it, and the error message. */
const excessive: [string, string, string | RegExp][] = [
  ["depth", nest(6), "The operation has 14 levels of fields; the limit is 12"],
  [
    "aliases",
    `{ siteInfo { ${repeat(31, (i) => `a${i}: brand`)} } }`,
    "The operation has 31 aliases; the limit is 30",
  ],
  [
    "root fields",
    `{ ${repeat(11, () => "me { name }")} }`,
    "The operation has 11 fields at the top; the limit is 10",
  ],
  [
    "directives",
    `{ siteInfo { ${repeat(21, () => "brand @include(if: true)")} } }`,
    "The operation has 21 directives; the limit is 20",
  ],
  [
    "cost",
    "{ countries { visas { country { visas { country { visas { visaId } } } } } } }",
    "The operation has 164251 points of cost; the limit is 60000",
  ],
  [
    "cost of introspection",
    `{ __schema { ${repeat(20, (i) => `t${i}: types { fields { name type { name fields { name } } } }`)} } }`,
    /^The operation has \d+ points of cost for introspection; the limit is 250000$/,
  ],
  [
    "tokens",
    `{ ${repeat(400, () => "siteInfo { brand }")} }`,
    "Syntax Error: Document contains more that 1000 tokens. Parsing aborted.",
  ],
];

describe("an operation above a limit is refused with a message that names the limit:", () => {
  test.each(excessive)("%s, sent with POST", async (_limit, query, message) => {
    expect(await ask(query)).toMatchObject(refusedWith(message));
    // By now, Apollo has cached the document, and must still refuse it.
    expect(await ask(query)).toMatchObject(refusedWith(message));
  });

  test.each(excessive)("%s, sent with GET or as multipart", async (_limit, query, message) => {
    expect(await get({ query })).toMatchObject(refusedWith(message));
    const body = encodeParts([
      { name: "operations", content: JSON.stringify({ query }) },
      { name: "map", content: "{}" },
    ]);
    expect(await sendBytes(server, "/graphql", body, authHeaders(traveller))).toMatchObject(
      refusedWith(message),
    );
  });

  test("aliases in fragments, and costs that depend on variables", async () => {
    const spread = `{ siteInfo { ...A ...A } } fragment A on SiteInfo { ${repeat(16, (i) => `a${i}: brand`)} }`;
    expect(await ask(spread)).toMatchObject(refusedWith("The operation has 32 aliases; the limit is 30"));
    const mine = `query ($first: Int) { myVisaRequests(first: $first) { nodes { visaApplicants {
      ${repeat(30, (i) => `a${i}: visaApplicationDocuments { src imageName size contentType }`)} } } } }`;
    expect(await ask(mine, { first: 5 })).toMatchObject({ status: 200 });
    expect(await ask(mine, { first: 100 })).toMatchObject(refusedWith(/points of cost; the limit is 60000/));
    expect(await ask(mine, { first: 5 })).toMatchObject({ status: 200 });
  });

  test("more than one login or payment mutation, under any alias", async () => {
    const otp = (i: number) =>
      `a${i}: verifyOtp(input: { phoneNumber: "9876543210", otp: "00000${i}" }) { userErrors { code } }`;
    const told = /^An operation may have 1 login or payment mutation; this one has \d+: /;
    expect(await ask(`mutation { ${repeat(2, otp)} }`)).toMatchObject(refusedWith(told));
    const spread = `mutation { ...A ... on Mutation { ...B } }
      fragment A on Mutation { ${otp(1)} }
      fragment B on Mutation { requestOtp(input: { phoneNumber: "9876543210" }) { sent } }`;
    expect(await ask(spread)).toMatchObject(refusedWith(told));
    const changes = `mutation { a: updateProfile(input: { otp: "1" }) { userErrors { code } }
      createPaymentOrder(input: { visaRequestId: "x" }) { userErrors { code } } }`;
    expect(await ask(changes)).toMatchObject(refusedWith(told));
    expect((await ask(`mutation { ${otp(1)} }`)).status).toBe(200);
  });
});

test("a text with a control character is refused with the field's name, in queries and mutations", async () => {
  const search = "query ($search: String!) { countries(search: $search) { name } }";
  expect(await ask(search, { search: "oma\u0000n" })).toMatchObject({
    body: {
      errors: [
        { message: "search has a character that cannot be used", extensions: { code: "BAD_USER_INPUT" } },
      ],
    },
  });
  const create = `mutation ($input: CreateVisaRequestInput!) {
    createVisaRequest(input: $input) { visaRequest { visaRequestId } userErrors { field code } } }`;
  const variables = { input: { visaId: "x", idempotencyKey: "\u001b[2J" } };
  const answer = await callGraphql(server, create, { token: traveller.token, variables });
  expect(answer.data).toEqual({
    createVisaRequest: { visaRequest: null, userErrors: [{ field: "idempotencyKey", code: "INVALID" }] },
  });
  // A payload with a result field must report that nothing was done.
  const end = `mutation { endSession(input: { sessionId: "\\u0005" }) { ended userErrors { field code } } }`;
  expect((await callGraphql(server, end, { token: traveller.token })).data).toEqual({
    endSession: { ended: false, userErrors: [{ field: "sessionId", code: "INVALID" }] },
  });
});

describe("an ordinary operation is accepted:", () => {
  test("introspection with all options", async () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    const { status, body } = await ask<{ __schema: { types: unknown[] } }>(query);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.data.__schema.types.length).toBeGreaterThan(50);
  });

  test("everything on a country's page, for all countries in one operation", async () => {
    const { status, body } = await ask<{
      countries: unknown[];
    }>(`{ countries { name countryUrl flagUrl lowestPrice lowestProcessingTime
      visas { visaId visaName visaUrl visaType entry adultPrice processingTime stayPeriod validity }
      visaDocuments { documentName } visaTerms { termsandConditions } visaFAQs { question answer } } }`);
    expect([status, body.data.countries.length]).toEqual([200, 27]);
  });
});

describe("an invalid request gets a 4xx response in JSON, while other callers are served:", () => {
  const circle = (next: number) =>
    `{ ...F0 } ${repeat(90, (i) => `fragment F${i} on Query { ${repeat(next, (j) => `...F${(i + j + 1) % 90}`)} }`)}`;
  const wrong: [string, string, number][] = [
    ["5,000 aliases", JSON.stringify({ query: `{ ${repeat(5_000, (i) => `a${i}: __typename`)} }` }), 400],
    [
      "a cycle of fragments",
      JSON.stringify({ query: "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }" }),
      400,
    ],
    ["a cycle of many fragments", JSON.stringify({ query: circle(1) }), 400],
    ["nested cycles of fragments", JSON.stringify({ query: circle(2) }), 400],
    ["10,000 nested braces", JSON.stringify({ query: "{a".repeat(10_000) + "}".repeat(10_000) }), 400],
    [
      "10,000 nested lists in an argument",
      JSON.stringify({ query: `{ visa(visaUrl: ${"[".repeat(10_000)}${"]".repeat(10_000)}) { visaId } }` }),
      400,
    ],
    ["1 MB of {", "{".repeat(1_000_000), 413],
    ["100 KB of [", "[".repeat(100_000), 400],
    ["an empty body", "", 400],
    ["two JSON texts", `{"query":"{ me { name } }"}{}`, 400],
    ["a batch", JSON.stringify([{ query: "{ me { name } }" }]), 400],
    ["an empty batch", "[]", 400],
    ["a batch of 20,000 operations", `[${"{},".repeat(20_000)}{}]`, 400],
    [
      "variables 40,000 lists deep",
      `{"query":"query ($v: String!) { visa(visaUrl: $v) { visaId } }","variables":{"v":${"[".repeat(40_000)}${"]".repeat(40_000)}}}`,
      400,
    ],
    [
      "an input 6,000 objects deep",
      `{"query":"mutation ($v: RequestOtpInput!) { requestOtp(input: $v) { sent } }","variables":{"v":${'{"phoneNumber":'.repeat(6_000)}1${"}".repeat(6_000)}}}`,
      400,
    ],
    [
      "a list of 45,000 numbers as a variable",
      JSON.stringify({
        query: "query ($v: String!) { visa(visaUrl: $v) { visaId } }",
        variables: { v: Array(45_000).fill(1) },
      }),
      400,
    ],
    [
      "a list of 30,000 invalid values",
      JSON.stringify({
        query:
          "mutation ($v: UpdateVisaApplicantInput!) { updateVisaApplicant(input: $v) { userErrors { code } } }",
        variables: { v: { visaApplicantId: "x", removeDocumentIds: Array(30_000).fill({}) } },
      }),
      400,
    ],
    ["__proto__ in the body", `{"__proto__":{"query":"{ me { name } }"},"query":"{ me { name } }"}`, 400],
    [
      "__proto__ in an input",
      `{"query":"mutation ($v: RequestOtpInput!) { requestOtp(input: $v) { sent } }","variables":{"v":{"__proto__":{"phoneNumber":"9876543210"}}}}`,
      400,
    ],
    [
      "constructor.prototype in an input",
      `{"query":"mutation ($v: RequestOtpInput!) { requestOtp(input: $v) { sent } }","variables":{"v":{"constructor":{"prototype":{"x":1}}}}}`,
      400,
    ],
    [
      "an unknown operationName",
      JSON.stringify({ query: "query A { me { name } }", operationName: "B" }),
      400,
    ],
    [
      "two operations without an operationName",
      JSON.stringify({ query: "query A { me { name } } query B { me { name } }" }),
      400,
    ],
    ["a subscription", JSON.stringify({ query: "subscription { me { name } }" }), 400],
    ["400 unknown fields", JSON.stringify({ query: `{ ${repeat(400, (i) => `nowhere${i}`)} }` }), 400],
  ];

  test.each(wrong)("%s", async (_what, body, status) => {
    const answer = await sendBeside(body);
    expect(answer.status).toBe(status);
    for (const { extensions } of answer.body.errors!)
      expect(["BAD_USER_INPUT", "PAYLOAD_TOO_LARGE"]).toContain(extensions.code);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/xml",
    "image/png",
    "nonsense",
    "application/graphql",
  ])("the content type %s", async (type) => {
    const answer = await sendBeside(JSON.stringify({ query: "{ me { name } }" }), { "content-type": type });
    // Fastify reads plain text, which Apollo then refuses.
    expect(answer.status).toBe(type === "text/plain" ? 400 : 415);
  });

  test("an `operations` field over 100 KB, and a multipart body without a session", async () => {
    const body = encodeParts([
      {
        name: "operations",
        content: JSON.stringify({ query: `{ me { name } } #${"x".repeat(100 * 1024)}` }),
      },
      { name: "map", content: "{}" },
    ]);
    expect((await sendBytes(server, "/graphql", body, authHeaders(traveller))).status).toBe(413);
    expect((await sendBytes(server, "/graphql", body, preflight)).status).toBe(401);
  });
});

test("a GET or multipart operation without a custom header is refused, to prevent CSRF", async () => {
  const query = "{ me { name } }";
  expect(await get({ query }, {})).toMatchObject(refusedWith(/CSRF/));
  expect((await get({ query })).status).toBe(200);
  expect((await get({ query }, { "x-apollo-operation-name": "me" })).status).toBe(200);
  const parts = encodeParts([
    { name: "operations", content: JSON.stringify({ query }) },
    { name: "map", content: "{}" },
  ]);
  const { Authorization } = authHeaders(traveller);
  expect(await sendBytes(server, "/graphql", parts, { Authorization })).toMatchObject(refusedWith(/CSRF/));
  expect(parts.includes(BOUNDARY)).toBe(true);
});

test("a multipart operation may have its content type in any case", async () => {
  const parts = encodeParts([
    { name: "operations", content: JSON.stringify({ query: "{ __typename }" }) },
    { name: "map", content: "{}" },
  ]);
  const type = { "Content-Type": `Multipart/Form-Data; boundary=${BOUNDARY}` };
  const answer = await sendBytes(server, "/graphql", parts, { ...authHeaders(traveller), ...type });
  expect(answer).toMatchObject({ status: 200, body: { data: { __typename: "Query" } } });
});

test("a mutation sent with GET gets 405 with Allow, as does an unsupported method", async () => {
  expect(await get({ query: "mutation { logout { loggedOut } }" })).toMatchObject({
    status: 405,
    allow: "POST",
    body: { errors: [{ extensions: { code: "BAD_USER_INPUT" } }] },
  });
  const put = await fetch(`${server.url}/graphql`, { method: "PUT" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, HEAD"]);
  expect(await put.json()).toEqual({
    errors: [{ message: "Use GET or POST for this path", extensions: { code: "BAD_USER_INPUT" } }],
  });
});

test("errors do not suggest names", async () => {
  for (const query of [
    "{ visaRequst(visaRequestId: 1) { visaId } }",
    "mutation { requestOt(input: {}) { sent } }",
    "{ me { nam } }",
    `{ visas(filter: { visaType: TOURISM }) { totalCount } }`,
    "query ($v: VisaFilte) { visas(filter: $v) { totalCount } }",
  ]) {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toMatch(/did you mean/i);
  }
  const byVariable = await ask("query ($f: VisaFilter) { visas(filter: $f) { totalCount } }", {
    f: { visaTyp: "TOURIST", entry: "SINGL" },
  });
  expect(byVariable.status).toBe(400);
  expect(JSON.stringify(byVariable.body)).not.toMatch(/did you mean/i);
});

test("errors about a large variable are short, and do not delay other callers", async () => {
  const query = "query ($f: VisaFilter) { visas(filter: $f) { totalCount } }";
  const long = { ["Did you mean ".repeat(6_900)]: 1 };
  const wrong = Object.fromEntries(Array.from({ length: 48 }, (_, at) => [`wrong${at}`, 1]));
  const { status, body } = await ask(query, { f: { ...long, ...wrong } });
  expect(status).toBe(400);
  expect(body.errors!.length).toBeGreaterThan(45);
  expect(JSON.stringify(body).length).toBeLessThan(64_000);
});

test("the audits of graphql-http find no errors and at most three warnings", async () => {
  const results = await auditServer({
    url: `${server.url}/graphql`,
    // Our clients send this header with GET, too.
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...preflight } }),
  });
  const count = (status: string) => results.filter((result) => result.status === status);
  const summary = { audits: results.length, ok: count("ok").length, notice: count("notice").length };
  console.info({ ...summary, warn: count("warn").length, error: count("error").length });
  expect(results.length).toBeGreaterThanOrEqual(60);
  expect(count("error").map(({ name }) => name)).toEqual([]);
  expect(count("warn").length).toBeLessThanOrEqual(3);
});
