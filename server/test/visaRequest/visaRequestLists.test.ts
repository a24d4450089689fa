import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { clockStandsAt, setClock } from "../kit/server/clock";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { TestServer } from "../kit/server/testServer";
import { signIn, type Traveller } from "../kit/personas/traveller";
import type { DataOf } from "../kit/wire/read";
import type { RestRequest } from "../kit/wire/restShapes";

const requestCount = 25;
const createRequest = documents.createVisaRequest;
type Page = DataOf<typeof documents.myVisaRequests>["myVisaRequests"];

let server: TestServer;
let traveller: Traveller;
let visaId: string;
/** The ids of all applications, newest first. */
let newestFirst: string[];
beforeAll(async () => {
  server = await TestServer.start(clockStandsAt("2027-01-05T10:00:00Z"));
  traveller = await signIn(server);
  const variables = { visaUrl: "oman-10-days-tourist-visa-single-entry" };
  visaId = (await callGraphql(server, documents.visaId, { variables })).data.visa.visaId;
  const create = async (count: number): Promise<string[]> => {
    const made = await Promise.all(
      Array.from({ length: count }, () => traveller.do(createRequest, { visaId })),
    );
    return idsOf(made).toSorted().reverse();
  };
  // Created in the same millisecond, so that only their ids order them: pagination must work for these too.
  const older = await create(12);
  // Cancels them, because an account can have at most 20 open applications.
  for (const visaRequestId of older) await traveller.do(documents.cancelVisaRequest, { visaRequestId });
  await setClock(server, "2027-01-05T10:00:01Z");
  newestFirst = [...(await create(requestCount - 12)), ...older];
});
afterAll(() => server.dispose());

const idsOf = (nodes: { visaRequestId: string }[]): string[] =>
  nodes.map(({ visaRequestId }) => visaRequestId);

async function readPage(variables: Record<string, unknown>): Promise<Page> {
  const answer = await traveller.call(documents.myVisaRequests, variables);
  if (!answer.data) throw new Error(JSON.stringify(answer.errors));
  return answer.data.myVisaRequests;
}

test("a traveller's applications are listed newest first, 20 per page by default", async () => {
  const page = await readPage({});
  expect(idsOf(page.nodes)).toEqual(newestFirst.slice(0, 20));
  expect(page.totalCount).toBe(requestCount);
  expect(page.pageInfo.hasNextPage).toBe(true);
});

test("the pages contain each application exactly once", async () => {
  const pages: Page[] = [];
  for (let after: string | null = null; pages.length < 5;) {
    const page: Page = await readPage({ first: 10, after });
    pages.push(page);
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  expect(pages.map(({ nodes }) => nodes.length)).toEqual([10, 10, 5]);
  expect(pages.flatMap(({ nodes }) => idsOf(nodes))).toEqual(newestFirst);
  for (const { edges, nodes, pageInfo, totalCount } of pages) {
    expect(edges.map(({ node }) => node.visaRequestId)).toEqual(idsOf(nodes));
    expect(pageInfo.endCursor).toBe(edges.at(-1)!.cursor);
    expect(totalCount).toBe(requestCount);
  }
});

test("the cursor of any application leads to the next one", async () => {
  const { edges } = await readPage({ first: 25 });
  for (const index of [0, 7, 23]) {
    const next = await readPage({ first: 1, after: edges[index]!.cursor });
    expect(idsOf(next.nodes)).toEqual([newestFirst[index + 1]]);
  }
  const behindLast = await readPage({ after: edges[24]!.cursor });
  expect(behindLast).toMatchObject({
    nodes: [],
    edges: [],
    pageInfo: { hasNextPage: false, endCursor: null },
  });
});

test("an application that is created between two pages does not shift the second page", async () => {
  const other = await signIn(server);
  const made: string[] = [];
  for (let i = 0; i < 3; i++) made.unshift((await other.do(createRequest, { visaId })).visaRequestId);
  const readOthers = async (variables: Record<string, unknown>) =>
    (await other.call(documents.myVisaRequests, variables)).data.myVisaRequests;
  const first = await readOthers({ first: 2 });
  await setClock(server, "2027-01-05T10:00:02Z");
  await other.do(createRequest, { visaId });
  const second = await readOthers({ first: 2, after: first.pageInfo.endCursor });
  expect([...idsOf(first.nodes), ...idsOf(second.nodes)].toSorted()).toEqual(made.toSorted());
  expect(second.totalCount).toBe(4);
});

test("a page has 1 to 100 applications, and a cursor that is not from the list is rejected", async () => {
  const wrong = [
    ...[0, -1, 101, 2_147_483_647].map((first) => ({ first })),
    ...["x", "bnVsbA", Buffer.from('["a"]').toString("base64url")].map((after) => ({ after })),
  ];
  for (const variables of wrong) {
    const answer = await traveller.call(documents.myVisaRequests, variables);
    expect({ variables, codes: topLevelErrorCodes(answer) }).toEqual({
      variables,
      codes: ["BAD_USER_INPUT"],
    });
  }
  expect((await readPage({ first: 100 })).nodes).toHaveLength(requestCount);
});

test("REST returns the newest 100 applications in one response, newest first", async () => {
  const { userId, token } = traveller;
  const list = async () => {
    const path = `/api/visaRequest/GetByUserId?id=${userId}`;
    const { status, body } = await callRest<RestRequest[]>(server, "GET", path, { token });
    return { status, ids: idsOf(body.data) };
  };
  expect(await list()).toEqual({ status: 200, ids: newestFirst });

  const columns = await columnsOf("visa_request", ["visaRequestId", "visaReferenceNo", "createdAt"]);
  const years = Array.from({ length: 90 }, (_, index) => 2026 - index);
  const ids = years.map(() => randomUUID());
  const copies = years.map(
    (year, index) =>
      `INSERT INTO visa_request ("visaRequestId", "visaReferenceNo", "createdAt", ${columns}) ` +
      `SELECT '${ids[index]}', 'VR-${year}', '${year}-01-01T00:00:00.000Z', ${columns} ` +
      `FROM visa_request WHERE "visaRequestId" = '${newestFirst.at(-1)}'`,
  );
  await editDatabase(server, copies);
  expect(await list()).toEqual({ status: 200, ids: [...newestFirst, ...ids].slice(0, 100) });
  await editDatabase(server, "DELETE FROM visa_request WHERE \"visaReferenceNo\" LIKE 'VR-%'");
});

/** Returns the columns of a table except `but`, as an SQL list. */
async function columnsOf(table: "visa_request", but: readonly string[]): Promise<string> {
  const tables = await readTables(server, [table]);
  const names = Object.keys(tables[table][0]!).filter((name) => !but.includes(name));
  return names.map((name) => `"${name}"`).join(", ");
}

test("a new user has no applications, and a visitor has to log in", async () => {
  const somebody = await signIn(server);
  const { data } = await somebody.call(documents.myVisaRequests);
  expect(data.myVisaRequests).toEqual({
    edges: [],
    nodes: [],
    pageInfo: { hasNextPage: false, endCursor: null },
    totalCount: 0,
  });
  const visitor = await callGraphql(server, documents.myVisaRequests);
  expect(topLevelErrorCodes(visitor)).toEqual(["UNAUTHENTICATED"]);
});
