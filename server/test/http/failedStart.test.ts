import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { RunningServer } from "../kit/server/runningServer";
import { runServerToEnd } from "../kit/server/runToEnd";
import { callRest } from "../kit/wire/callApi";

/** A start that fails prints one line, which names the setting. */

const secret = "a secret of more than thirty-two bytes";
const server = RunningServer.shared();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "visaport-places-"));
  await writeFile(join(folder, "file"), "");
  // Node reports ENOENT for this link, as for a folder on a read-only disk.
  await symlink(join(folder, "not-mounted"), join(folder, "link"));
});
afterAll(() => rm(folder, { recursive: true }));
const start = async (settings: Record<string, string>) => {
  const ending = await runServerToEnd({
    DATA_DIR: join(folder, "data"),
    PORT: "4999",
    ...settings,
  });
  return { ...ending, lines: ending.stderr.trimEnd().split("\n") };
};
const production = { NODE_ENV: "production", JWT_SECRET: secret, DATA_KEY: secret };

test.each([
  ["PORT", { PORT: "eighty" }],
  ["JWT_SECRET", { NODE_ENV: "production" }],
  ["RAZORPAY_KEY_ID", production],
  ["WORKERS", { WORKERS: "2" }],
])("a failed start is reported in one line that names %s: %j", async (name, settings) => {
  const { code, stdout, lines } = await start(settings);
  expect([code, stdout]).toEqual([1, ""]);
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^Setting ${name}: `))]);
});

test.each(["PORT", "METRICS_PORT"])("a failed start names %s if it is in use", async (name) => {
  const { code, lines } = await start({ [name]: new URL(server.url).port });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^Setting ${name}: .*EADDRINUSE`))]);
  expect((await callRest(server, "GET", "/healthz")).status).toBe(200);
});

test.each(["HOST", "METRICS_HOST"])(
  "a failed start names %s if this machine lacks the IP address",
  async (name) => {
    const { code, lines } = await start({ [name]: "203.0.113.9", METRICS_PORT: "4998", ALLOW_SANDBOX: "1" });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^Setting ${name}: .*EADDRNOTAVAIL`))]);
  },
);

// If its secrets are set, the server creates the data folder later.
const withSecrets = {
  ...{ JWT_SECRET: secret, DATA_KEY: secret },
  ...{ RAZORPAY_KEY_ID: "k", RAZORPAY_KEY_SECRET: "s", RAZORPAY_WEBHOOK_SECRET: "w" },
};
test.each([
  ["DATA_DIR", "file", {}],
  ["DATA_DIR", "file/below", {}],
  ["DATA_DIR", "link", {}],
  ["DATA_DIR", "file", withSecrets],
  ["DATA_DIR", "link", withSecrets],
  ["DATABASE_URL", "sqlite:file/portal.sqlite", {}],
  ["DATABASE_URL", "sqlite:link/portal.sqlite", {}],
  ["DATABASE_URL", "sqlite:.", {}],
])("a failed start names %s if its path cannot be used: %s, %j", async (name, place, others) => {
  const value = place.replace(/[^:]+$/, (path) => join(folder, path));
  const { code, lines } = await start({ [name]: value, ...others });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^Setting ${name}: disk error: `))]);
});
