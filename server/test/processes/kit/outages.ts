import { afterAll, beforeAll, expect } from "@jest/globals";
import pg from "pg";
import { DatabaseProxy } from "../../kit/server/databaseProxy";
import { startPostgres, type PostgresServer } from "../../kit/server/postgresServer.mjs";
import { endProcesses, startProcesses } from "../../kit/server/processes";
import type { TestServer } from "../../kit/server/testServer";
import { FakeRazorpay } from "../../kit/standIns/fakeRazorpay";
import { basename } from "node:path";

/** Three processes on a separate PostgreSQL server, which they reach through a proxy. */
export interface Outages {
  postgres: PostgresServer;
  proxy: DatabaseProxy;
  gateway: FakeRazorpay;
  servers: TestServer[];
  /** The URL of the processes' database, which bypasses the proxy. */
  url: string;
}

/** Starts the processes for all tests of a suite; read the result only inside tests. */
export function provideOutages(): Outages {
  const provided = {} as Outages;
  beforeAll(async () => {
    provided.postgres = await startPostgres();
    provided.url = provided.postgres.urlOf("postgres");
    provided.proxy = await DatabaseProxy.start(provided.url);
    provided.gateway = await FakeRazorpay.start();
    provided.servers = await startProcesses(3, provided.gateway, { DATABASE_URL: provided.proxy.url });
  });
  afterAll(async () => {
    await endProcesses(provided.servers);
    await provided.gateway.close();
    await provided.proxy.close();
    await provided.postgres.stop();
  });
  return provided;
}

/** Matches the statements of a transaction that stores file rows. */
export const insertsFile = /INSERT INTO "?stored_file/i;

/** Queries the database directly, bypassing the proxy and the processes. */
export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Expects that every row's file is stored; returns the number of rows. */
export async function expectNoFileLost({ url, servers }: Outages): Promise<number> {
  const rows = await query<{ fileId: string }>(url, `SELECT "fileId" FROM stored_file`);
  const stored = new Set((await servers[0]!.listFiles()).map((path) => basename(path)));
  expect(rows.map(({ fileId }) => fileId).filter((fileId) => !stored.has(fileId))).toEqual([]);
  return rows.length;
}

/** Expects that no process has stopped or logged an unexpected error. */
export function expectAllWell({ servers }: Outages): void {
  for (const { output, isRunning } of servers) {
    expect(output.split("\n").filter((line) => line.includes("unexpected error"))).toEqual([]);
    expect(isRunning).toBe(true);
  }
}
