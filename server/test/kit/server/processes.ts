import { afterAll, beforeAll } from "@jest/globals";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Traveller } from "../personas/traveller";
import { FakeRazorpay } from "../standIns/fakeRazorpay";
import type { RunningServer } from "./runningServer";
import { TestServer } from "./testServer";
import { databaseSettings } from "./testDatabase.mjs";

/**
 * Several processes of the real server on one PostgreSQL database and one data folder, as on one machine; they start at
 * once. The payment sandbox is of one process alone, so a stand-in takes Razorpay's place.
 */
export async function startProcesses(
  count: number,
  gateway: FakeRazorpay,
  changes: Record<string, string> = {},
): Promise<TestServer[]> {
  // It is the servers' to make.
  const dataDir = join(tmpdir(), `visaport-processes-${randomUUID()}`);
  if (!changes["DATABASE_URL"]) await databaseSettings(dataDir);
  const common = {
    DATA_DIR: dataDir,
    JWT_SECRET: "a secret of these processes alone".padEnd(48, "."),
    DATA_KEY: "a data key of these processes only".padEnd(48, "."),
    // The numbers of the tests are of one range, and what is asked for comes from addresses of their own.
    SMS_PER_RANGE: "1000000",
    SMS_PER_HOUR: "1000000",
    SMS_PER_DAY: "1000000",
    TRUSTED_PROXIES: "127.0.0.1",
    ...gateway.settings,
    ...changes,
  };
  return Promise.all(Array.from({ length: count }, () => TestServer.start(common)));
}

/** Three of them and their gateway for all tests of a suite; to be read once a test runs. */
export function provideProcesses(): { gateway: FakeRazorpay; servers: TestServer[] } {
  const provided = {} as { gateway: FakeRazorpay; servers: TestServer[] };
  beforeAll(async () => {
    provided.gateway = await FakeRazorpay.start();
    provided.servers = await startProcesses(3, provided.gateway);
  });
  afterAll(async () => {
    await endProcesses(provided.servers);
    await provided.gateway.close();
  });
  return provided;
}

export async function endProcesses(servers: readonly TestServer[]): Promise<void> {
  // All of them before their folder goes: one would go on writing into it.
  await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  for (const server of servers) await server.dispose();
}

/** The same person at each of the processes. */
export function atEach(
  servers: readonly RunningServer[],
  { phoneNumber, token, userId }: Traveller,
): Traveller[] {
  return servers.map((server) => new Traveller(server, phoneNumber, { token, user: { userId } }));
}
