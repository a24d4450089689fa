import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { signedInTraveller } from "../kit/personas/traveller";
import { startPostgres, type PostgresServer } from "../kit/server/postgresServer.mjs";
import { endProcesses, startProcesses } from "../kit/server/processes";
import { runServerToEnd } from "../kit/server/runToEnd";
import { secrets } from "../kit/server/testDatabase.mjs";
import { FakeRazorpay } from "../kit/standIns/fakeRazorpay";
import { query } from "./kit/outages";

/** TLS to PostgreSQL, as `sslmode` and `sslrootcert` in `DATABASE_URL` set it. */

let postgres: PostgresServer;
let gateway: FakeRazorpay;
let dataDir: string;
beforeAll(async () => {
  [postgres, gateway] = await Promise.all([startPostgres({ tls: true }), FakeRazorpay.start()]);
  dataDir = await mkdtemp(join(tmpdir(), "visaport-tls-"));
});
afterAll(async () => {
  await gateway.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const verifying = (rootCertificate: string) =>
  `${postgres.urlOf("postgres")}?sslmode=verify-full&sslrootcert=${rootCertificate}`;

test("a server that verifies the certificate of PostgreSQL encrypts every connection", async () => {
  const servers = await startProcesses(1, gateway, { DATABASE_URL: verifying(postgres.rootCertificate) });
  try {
    const traveller = await signedInTraveller(servers[0]!).withRequest();
    expect((await traveller.readRequest()).visaRequestStatus).toBe("PENDING");
    const connections = await query<{ name: string; ssl: boolean }>(
      postgres.urlOf("postgres"),
      `SELECT DISTINCT application_name AS name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
       WHERE application_name LIKE 'visaport%' ORDER BY 1`,
    );
    expect(connections).toEqual([
      { name: "visaport", ssl: true },
      { name: "visaport announcements", ssl: true },
    ]);
  } finally {
    await endProcesses(servers);
  }
});

test.each([
  [
    "a certificate from another root",
    () => verifying(postgres.otherRootCertificate),
    /: unable to verify the first cert/,
  ],
  [
    "a certificate for another host",
    () => verifying(postgres.rootCertificate).replace("127.0.0.1", "localhost"),
    /: Hostname\/IP does not match/,
  ],
  [
    "no root certificate",
    () => `${postgres.urlOf("postgres")}?sslmode=verify-full`,
    /: unable to verify the first cert/,
  ],
  ["a missing root certificate file", () => verifying(join(dataDir, "absent.crt")), /ENOENT.*absent\.crt/],
])("a start with %s fails and names DATABASE_URL in one line", async (_which, url, reason) => {
  const { code, stderr } = await runServerToEnd({
    DATA_DIR: dataDir,
    DATABASE_URL: url(),
    ...secrets,
    ...gateway.settings,
  });
  const [line = "", ...others] = stderr.trimEnd().split("\n");
  expect([code, others]).toEqual([1, []]);
  expect(line).toMatch(/^Setting DATABASE_URL: /);
  expect(line).toMatch(reason);
});
