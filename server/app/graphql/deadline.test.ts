import { createHash } from "node:crypto";
import { ApolloServer } from "@apollo/server";
import { afterEach, expect, it } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import { OperationScheduler } from "../../platform/rateLimiting/scheduling/OperationScheduler";
import { createServer } from "../http/createServer";
import { makeLog } from "../../platform/process/log";
import type { Deadlines } from "../../platform/graphql/limits/deadline";
import { graphqlPlugin } from "../../platform/graphql/graphqlPlugin";
import { limitOptions } from "../../platform/graphql/limits/limitsPlugin";

/** A promise that a test resolves. */
interface Signal {
  promise: Promise<void>;
  resolve(): void;
}

function signal(): Signal {
  let resolve!: () => void;
  const promise = new Promise<void>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}

const typeDefs = `
  type Query { quick: Int, slow: Int }
  type Mutation { slow: Int }
`;

let app: FastifyInstance;
let url: string;
/** `begun`: a slow resolver has started; `released`: it may finish. */
let begun: Signal;
let released: Signal;
afterEach(() => {
  released.resolve();
  return app.close();
});

async function start(within: Deadlines): Promise<void> {
  [begun, released] = [signal(), signal()];
  const slow = async () => {
    begun.resolve();
    await released.promise;
    return 1;
  };
  const apollo = new ApolloServer({
    ...limitOptions(),
    typeDefs,
    resolvers: { Query: { quick: () => 1, slow }, Mutation: { slow } },
  });
  await apollo.start();
  app = await createServer(
    {
      trustedProxies: [],
      paymentsMode: "SANDBOX",
      publicUrl: "http://localhost",
      slowClientMs: 30_000,
      connectionsPerAddress: 500,
    },
    {
      sessions: { findSession: async () => undefined },
      partnerAccess: { identify: () => Promise.reject(new Error("No key is expected")) },
      catalogue: { lists: { countries: [], visas: [], popularVisas: [] } },
      limits: { usageBy: () => new Map() },
      scheduler: new OperationScheduler(),
    },
    makeLog("silent"),
  );
  app.addHook("onClose", () => apollo.stop());
  await app.register(graphqlPlugin, { apollo, makeContext: async () => ({}), within });
  url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/graphql`;
}

async function send(body: object) {
  const headers = { "content-type": "application/json", connection: "close" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, retryAfter, body: JSON.parse(await response.text()) as unknown };
}

const ask = (query: string) => send({ query });
const served = { status: 200, retryAfter: null, body: { data: { slow: 1 } } };
const tooLate = (message: RegExp) => ({
  status: 503,
  retryAfter: "5",
  body: {
    errors: [{ message: expect.stringMatching(message), extensions: { code: "UNAVAILABLE", retryAfter: 5 } }],
  },
});

it("a query that times out gets a retry hint, while other queries are served", async () => {
  await start({ query: 2_000, mutation: 60_000 });
  let answered = false;
  const answer = ask("{ slow }").finally(() => (answered = true));
  await begun.promise;
  expect(await ask("{ quick }")).toMatchObject({ status: 200, body: { data: { quick: 1 } } });
  expect(answered).toBe(false);
  expect(await answer).toEqual(tooLate(/try again shortly/));
  // The late result of the first query is ignored.
  released.resolve();
  expect((await ask("{ quick }")).status).toBe(200);
  expect(await ask("{ slow }")).toEqual(served);
});

it("a mutation may take longer than a query", async () => {
  await start({ query: 500, mutation: 60_000 });
  const answer = ask("mutation { slow }");
  await begun.promise;
  // This query started after the mutation, so once it times out, the mutation has exceeded the deadline of queries.
  expect((await ask("{ slow }")).status).toBe(503);
  released.resolve();
  expect(await answer).toEqual(served);
});

it("an operation sent only as a hash gets the deadline of mutations, because it may be a mutation", async () => {
  await start({ query: 500, mutation: 60_000 });
  const query = "mutation { slow }";
  const sha256Hash = createHash("sha256").update(query).digest("hex");
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  released.resolve();
  expect(await send({ query, extensions })).toEqual(served);
  [begun, released] = [signal(), signal()];
  const answer = send({ extensions });
  await begun.promise;
  expect((await ask("{ slow }")).status).toBe(503);
  released.resolve();
  expect(await answer).toEqual(served);
});

it("a mutation that times out gets a hint to check before a retry", async () => {
  await start({ query: 20, mutation: 200 });
  expect(await ask("mutation { slow }")).toEqual(tooLate(/still in progress.*check before/));
});
