import { resolve } from "node:path";
import { callGraphql } from "../wire/callApi";
import type { TestServer } from "../server/testServer";

/** Settings of a server that prints its statements. */
export const tracing = {
  NODE_OPTIONS: `--require ${resolve("server/test/http/tracer.fixture.cjs")}`,
} as const;

/** Returns the response to one request, and the statements that SQLite executed for it; none on PostgreSQL. */
export async function recordStatements<Answer>(server: TestServer, send: () => Promise<Answer>) {
  const before = server.output.length;
  const answer = await send();
  // A second request marks the end, because a request that is refused before its handler prints nothing.
  await callGraphql(server, "{ __typename }");
  const find = (output: string) => /^([^]*?)^executed by query other: /m.exec(output.slice(before))?.[1];
  await server.untilOutput((output) => find(output) !== undefined);
  const lines = find(server.output)!.matchAll(/^executed by (?:query|mutation|GET|POST|PUT) \S+: (.*)$/gm);
  const executed = [...lines].flatMap(([, list]) => JSON.parse(list!) as string[]);
  // Removes the statement that begins a group of transactions, because the group may begin with a job's transaction.
  const own = executed.filter((sql) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(sql));
  return { answer, statements: own.filter((sql) => !sql.endsWith("WHERE false")) };
}
