import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Traveller } from "../personas/traveller";
import type { FakeRazorpay } from "../standIns/fakeRazorpay";
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
  settings: Record<string, string> = {},
): Promise<TestServer[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "visaport-processes-"));
  await databaseSettings(dataDir);
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
    ...settings,
  };
  return Promise.all(Array.from({ length: count }, () => TestServer.start(common)));
}

/** Ends all of them before their folder goes: one would go on writing into it. */
export async function disposeAll(servers: readonly TestServer[]): Promise<void> {
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
