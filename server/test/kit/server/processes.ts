import { afterAll, beforeAll, expect } from "@jest/globals";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Traveller } from "../personas/traveller";
import { FakeRazorpay } from "../standIns/fakeRazorpay";
import type { RunningServer } from "./runningServer";
import { TestServer } from "./testServer";
import { databaseSettings, secrets } from "./testDatabase.mjs";

/**
 * Starts several processes of the real server concurrently, on one PostgreSQL database and one data folder,
 * as on one machine. The payment sandbox supports one process per folder, so they use a fake Razorpay.
 */
export async function startProcesses(
  count: number,
  gateway: Pick<FakeRazorpay, "settings">,
  changes: Record<string, string> = {},
): Promise<TestServer[]> {
  // The servers must create the folder themselves.
  const dataDir = join(tmpdir(), `visaport-processes-${randomUUID()}`);
  if (!changes["DATABASE_URL"]) await databaseSettings(dataDir);
  const common = {
    DATA_DIR: dataDir,
    ...secrets,
    // High limits, because all test phone numbers are in one range.
    SMS_PER_RANGE: "1000000",
    SMS_PER_HOUR: "1000000",
    SMS_PER_DAY: "1000000",
    // Each test calls from a separate IP address.
    TRUSTED_PROXIES: "127.0.0.1",
    ...gateway.settings,
    ...changes,
  };
  return Promise.all(Array.from({ length: count }, () => TestServer.start(common)));
}

/**
 * Rounds in which the processes compete. `.ci/run` takes fewer (docs/decisions/0048-what-npm-test-runs.md); the number
 * must be a multiple of 20 (`people`).
 */
export const rounds = Number(process.env["ROUNDS"] ?? 200);

/** Provides three processes and their gateway to all tests of a suite; read the result only inside tests. */
export function provideProcesses(changes: Record<string, string> = {}): {
  gateway: FakeRazorpay;
  servers: TestServer[];
} {
  const provided = {} as { gateway: FakeRazorpay; servers: TestServer[] };
  beforeAll(async () => {
    provided.gateway = await FakeRazorpay.start();
    provided.servers = await startProcesses(3, provided.gateway, changes);
  });
  afterAll(async () => {
    await endProcesses(provided.servers);
    await provided.gateway.close();
  });
  return provided;
}

export async function endProcesses(servers: readonly TestServer[]): Promise<void> {
  // Stops all servers before the folder is removed, because a running one would continue to write to it.
  await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  for (const { output } of servers) {
    // pg prints this warning if a statement is sent while another one runs on the connection. The next version of pg
    // will no longer queue such statements.
    expect(output).not.toContain("DeprecationWarning");
    // Clients receive only the reference of an unexpected error, so this shows the cause from the log.
    expect(output.split("\n").filter((line) => line.includes("unexpected error"))).toEqual([]);
  }
  for (const server of servers) await server.dispose();
}

/** Returns the same traveller at each of the processes. */
export function atEach(
  servers: readonly RunningServer[],
  { phoneNumber, token, userId }: Traveller,
): Traveller[] {
  return servers.map((server) => new Traveller(server, phoneNumber, { token, user: { userId } }));
}
