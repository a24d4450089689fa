import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readConfig } from "./config";
import { BadSetting } from "../core/errors";
import { toTestWorld } from "./toTestWorld";

const secret = "a secret of more than thirty-two bytes";
const startedIn = process.cwd();
let folder: string;
let dataDir: string;

// Tests run in a temporary folder, so that a developer's `.env` has no effect.
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "config-"));
  dataDir = join(folder, "data");
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(startedIn);
  rmSync(folder, { recursive: true });
});

const read = (environment: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...environment });

/** Returns the error message for invalid settings. */
function expectError(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(BadSetting);
    return (error as Error).message;
  }
  throw new Error(`Was accepted: ${JSON.stringify(environment)}`);
}

describe("readConfig", () => {
  test("uses the documented defaults if there are no settings", () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 4000,
      host: "127.0.0.1",
      publicUrl: "http://localhost:4000",
      dataDir: resolve("data"),
      database: { engine: "sqlite", file: resolve("data", "portal.sqlite") },
      brand: "Visaport",
      fees: { serviceFee: 499, gstPercent: 0 },
      paymentsMode: "SANDBOX",
      trustedProxies: [],
      uploadQuota: { bytes: 400 * 1024 * 1024, files: 400 },
      clamavSocket: undefined,
      logLevel: "info",
    });
  });

  test("reaches the sandbox on the server's port", () => {
    expect(read({ PORT: "4567" })).toMatchObject({
      publicUrl: "http://localhost:4567",
      razorpay: {
        apiUrl: "http://127.0.0.1:4567/razorpay-sandbox",
        checkoutUrl: "/razorpay-sandbox/checkout.js",
      },
    });
  });

  test.each([
    ["127.0.0.2", "127.0.0.2"],
    ["localhost", "localhost"],
    ["::1", "[::1]"],
    ["0.0.0.0", "127.0.0.1"],
    ["::", "[::1]"],
    ["2001:db8::7", "[2001:db8::7]"],
  ])("with HOST=%s, reaches the sandbox at http://%s", (HOST, host) => {
    const { ownUrl, razorpay } = read({ HOST, ALLOW_SANDBOX: "1" });
    expect([ownUrl, razorpay.apiUrl]).toEqual([
      `http://${host}:4000`,
      `http://${host}:4000/razorpay-sandbox`,
    ]);
  });

  test("generates secrets, stores them in files that only the owner can read, and uses them again", () => {
    const first = read();
    expect(Buffer.byteLength(first.jwtSecret)).toBeGreaterThanOrEqual(32);
    expect(first.dataKey).not.toBe(first.jwtSecret);
    const kept = readdirSync(join(dataDir, "keys"));
    expect(kept).toEqual(expect.arrayContaining(["data-key", "jwt-secret"]));
    for (const name of kept) expect(statSync(join(dataDir, "keys", name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "keys")).mode & 0o777).toBe(0o700);
    expect(read()).toEqual(first);
  });

  test("treats an empty value as not set", () => {
    expect(read({ PORT: "", JWT_SECRET: "", RAZORPAY_KEY_ID: "", NODE_ENV: "" })).toEqual(read());
  });
});

describe("settings", () => {
  test("override the defaults", () => {
    const config = read({
      PORT: "8080",
      HOST: "127.0.0.2",
      PUBLIC_URL: "https://visa.example/",
      DATABASE_URL: `sqlite:${folder}/elsewhere.sqlite`,
      BRAND_NAME: "Acme Visa",
      SERVICE_FEE_INR: "0",
      GST_PERCENT: "18",
      JWT_SECRET: secret,
      DATA_KEY: `${secret}!`,
      TRUSTED_PROXIES: " 10.0.0.1, 10.0.0.0/8 ,",
    });
    expect(config).toMatchObject({
      port: 8080,
      host: "127.0.0.2",
      publicUrl: "https://visa.example",
      database: { engine: "sqlite", file: `${folder}/elsewhere.sqlite` },
      brand: "Acme Visa",
      fees: { serviceFee: 0, gstPercent: 18 },
      jwtSecret: secret,
      dataKey: `${secret}!`,
      trustedProxies: ["10.0.0.1", "10.0.0.0/8"],
    });
    expect(readdirSync(join(dataDir, "keys"))).not.toContain("data-key");
  });

  test("may be fractions if they are percentages or intervals", () => {
    const { fees, jobsEverySeconds } = read({ GST_PERCENT: "12.5", JOBS_EVERY_SECONDS: "0.5" });
    expect([fees.gstPercent, jobsEverySeconds]).toEqual([12.5, 0.5]);
  });

  test("are also read from .env, which the environment overrides", () => {
    writeFileSync(join(folder, ".env"), "BRAND_NAME=From file\nPORT=5001\n");
    expect(read({ PORT: "5002" })).toMatchObject({ brand: "From file", port: 5002 });
  });

  test("may include a previous webhook secret, which counts as not set if it is empty", () => {
    const live = { RAZORPAY_KEY_ID: "k", RAZORPAY_KEY_SECRET: "s", RAZORPAY_WEBHOOK_SECRET: "new" };
    const previous = (text: string) =>
      read({ ...live, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: text }).razorpay.previousWebhookSecret;
    expect([previous("old"), previous("")]).toEqual(["old", undefined]);
    expect(read()).toMatchObject({ reconcileEverySeconds: 60, sandboxWebhooks: true });
  });

  test("with Razorpay's keys enable live payments", () => {
    const live = { RAZORPAY_KEY_ID: "rzp_live_1", RAZORPAY_KEY_SECRET: "s", RAZORPAY_WEBHOOK_SECRET: "w" };
    expect(read(live)).toMatchObject({
      paymentsMode: "LIVE",
      razorpay: {
        keyId: "rzp_live_1",
        keySecret: "s",
        webhookSecret: "w",
        apiUrl: "https://api.razorpay.com",
        checkoutUrl: "https://checkout.razorpay.com/v1/checkout.js",
      },
    });
    expect(read({ ...live, RAZORPAY_API_URL: "http://127.0.0.1:9/" }).razorpay.apiUrl).toBe(
      "http://127.0.0.1:9",
    );
  });
});

describe("rejects a bad setting in one line that names it:", () => {
  test.each([
    // Otherwise a server that was meant for production would run without its safeguards.
    ["NODE_ENV", "prod"],
    ["NODE_ENV", "Production"],
    ["PORT", "http"],
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "4000.5"],
    ["METRICS_PORT", "4000"],
    ["TRUSTED_PROXIES", "banana"],
    ["TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/99"],
    ["DATABASE_URL", "mysql://localhost"],
    ["DATABASE_URL", "sqlite:"],
    ["DATABASE_URL", "sqlite://"],
    ["DATABASE_URL", "sqlite::memory:"],
    ["TEST_DATABASE_URL", "sqlite:"],
    ["DATABASE_POOL", "3"],
    ["PUBLIC_URL", "visa.example"],
    ["PUBLIC_URL", "ftp://visa.example"],
    ["PUBLIC_URL", "https://visa.example/portal"],
    ["PUBLIC_URL", "https://visa.example/?x=1"],
    ["PUBLIC_URL", "https://visa.example/#top"],
    ["PUBLIC_URL", "https://user:password@visa.example"],
    ["SUPPORT_EMAIL", "help"],
    ["GSTIN", "27ABCDE1234F1Y5"],
    ["SERVICE_FEE_INR", "4.99"],
    ["SERVICE_FEE_INR", "-1"],
    ["SERVICE_FEE_INR", "100001"],
    ["GST_PERCENT", "-1"],
    ["GST_PERCENT", "101"],
    ["GST_PERCENT", "much"],
    ["GST_PERCENT", "0x12"],
    ["GST_PERCENT", "1e1"],
    ["JOBS_EVERY_SECONDS", "0x1"],
    ["JWT_SECRET", "short"],
    ["DATA_KEY", "31 bytes are one byte too few.."],
    ["SMS_PROVIDER", "pigeon"],
    ["RAZORPAY_API_URL", "api.razorpay.com"],
    ["RAZORPAY_CHECKOUT_URL", "javascript:alert(1)"],
    ["ALLOW_SANDBOX", "yes"],
    ["LOG_LEVEL", "loud"],
    ["RECONCILE_EVERY_SECONDS", "0"],
    ["RECONCILE_EVERY_SECONDS", "1.5"],
    ["PROVIDER_TIMEOUT_SECONDS", "0"],
    ["PROVIDER_TIMEOUT_SECONDS", "13"],
    ["SANDBOX_WEBHOOKS", "no"],
  ])("%s=%s", (name, value) => {
    const message = expectError({ [name]: value });
    expect(message).toMatch(new RegExp(`^Setting ${name}: .+`));
    expect(message).not.toContain("\n");
  });

  // HMAC accepts blank secrets, with which anyone could sign.
  test.each(["BRAND_NAME", "DATA_DIR", "HOST", "JWT_SECRET", "RAZORPAY_WEBHOOK_SECRET", "SUPPORT_PHONE"])(
    "a blank %s",
    (name) => {
      const message = `Setting ${name}: is blank; leave it empty for the default`;
      expect(expectError({ [name]: " ".repeat(40) })).toBe(message);
    },
  );

  test.each([
    ["NODE_ENV", "prod", "must be one of: development, test, production"],
    ["PORT", "0", "must be 1 or more"],
    ["DATABASE_POOL", "501", "must be 500 or less"],
    ["ALLOW_SANDBOX", "yes", "must be one of: 0, 1"],
    ["SUPPORT_EMAIL", "help", "must be an e-mail address"],
    ["FOUR_EYES_ABOVE_INR", "Off", "must be whole rupees, or off"],
    ["RAZORPAY_API_URL", "https://api.razorpay.com/v1/", "must not end in /v1"],
  ])("%s=%s, because it %s", (name, value, reason) => {
    expect(expectError({ [name]: value })).toBe(`Setting ${name}: ${reason}`);
  });

  test("a secret that is too short, without repeating it", () => {
    for (const name of ["JWT_SECRET", "DATA_KEY"])
      expect(expectError({ [name]: "hunter2" })).not.toContain("hunter2");
  });

  test.each([
    ["RAZORPAY_KEY_ID", { RAZORPAY_KEY_SECRET: "s", RAZORPAY_WEBHOOK_SECRET: "w" }],
    ["RAZORPAY_KEY_SECRET", { RAZORPAY_KEY_ID: "k", RAZORPAY_WEBHOOK_SECRET: "w" }],
    ["RAZORPAY_WEBHOOK_SECRET", { RAZORPAY_KEY_ID: "k", RAZORPAY_KEY_SECRET: "s" }],
  ])("a missing %s if the other two are set", (name, others) => {
    expect(expectError(others)).toMatch(new RegExp(`^Setting ${name}: is required with`));
  });
});

test.each([
  ["LEGAL_NAME", { REGISTERED_ADDRESS: "Mumbai", GRIEVANCE_OFFICER: "Asha Rao" }],
  ["REGISTERED_ADDRESS", { LEGAL_NAME: "Visaport Ltd", GRIEVANCE_OFFICER: "Asha Rao" }],
  ["GRIEVANCE_OFFICER", { LEGAL_NAME: "Visaport Ltd", REGISTERED_ADDRESS: "Mumbai" }],
  ["LEGAL_NAME", { GSTIN: "27ABCDE1234F1Z5" }],
])("%s is required with the other company details", (name, others) => {
  expect(expectError(others)).toMatch(new RegExp(`^Setting ${name}: is required with`));
});

describe.each(["JWT_SECRET", "DATA_KEY"])("%s", (name) => {
  const secrets = { JWT_SECRET: secret, DATA_KEY: secret };

  test("is required with PostgreSQL, even with ALLOW_SANDBOX, but not with SQLite", () => {
    const DATABASE_URL = "postgres://localhost/visaport";
    expect(read({ ...secrets, DATABASE_URL }).database).toMatchObject({ engine: "postgres" });
    expect(expectError({ ...secrets, DATABASE_URL, ALLOW_SANDBOX: "1", [name]: "" })).toBe(
      `Setting ${name}: is required with PostgreSQL`,
    );
    read({ ...secrets, DATABASE_URL: `sqlite:${folder}/elsewhere.sqlite`, [name]: "" });
    expect(readdirSync(join(dataDir, "keys"))).toContain(name.toLowerCase().replace("_", "-"));
  });
});

describe("several workers", () => {
  const settings = {
    JWT_SECRET: secret,
    DATA_KEY: secret,
    DATABASE_URL: "postgres://localhost/visaport",
    WORKERS: "3",
  };
  const razorpay = { RAZORPAY_KEY_ID: "k", RAZORPAY_KEY_SECRET: "s", RAZORPAY_WEBHOOK_SECRET: "w" };

  test("cannot use the server's port for their metrics", () => {
    expect(expectError({ ...settings, ...razorpay, METRICS_PORT: "3998" })).toMatch(
      /^Setting METRICS_PORT: /,
    );
    expect(read({ ...settings, ...razorpay, METRICS_PORT: "3997" }).metrics?.port).toBe(3997);
  });

  test("divide the connection limit per IP address and the stop time among themselves", () => {
    const shared = { CONNECTIONS_PER_ADDRESS: "10", STOP_SECONDS: "12" };
    const { workers, connectionsPerAddress, stopWithinMs } = read({ ...settings, ...razorpay, ...shared });
    expect([workers, connectionsPerAddress, stopWithinMs]).toEqual([3, 4, 4_000]);
  });

  test.each([
    ["SQLite", { ...razorpay, DATABASE_URL: "" }],
    ["the payment sandbox", {}],
  ])("are refused with %s", (what, changes) => {
    expect(expectError({ ...settings, ...changes })).toBe(`Setting WORKERS: ${what} supports one process`);
  });
});

describe("production", () => {
  const secrets = {
    NODE_ENV: "production",
    JWT_SECRET: secret,
    DATA_KEY: secret,
    STAFF_SECOND_FACTOR: "off",
    FOUR_EYES_ABOVE_INR: "off",
  };
  const live = { RAZORPAY_KEY_ID: "k", RAZORPAY_KEY_SECRET: "s", RAZORPAY_WEBHOOK_SECRET: "w" };

  test.each(["JWT_SECRET", "DATA_KEY"] as const)("requires %s, even with ALLOW_SANDBOX", (name) => {
    const wanted = `Setting ${name}: is required in production`;
    expect(expectError({ ...secrets, ...live, [name]: "" })).toBe(wanted);
    expect(expectError({ ...secrets, ALLOW_SANDBOX: "1", [name]: "" })).toBe(wanted);
  });

  test("requires STAFF_SECOND_FACTOR, even with ALLOW_SANDBOX", () => {
    const unsaid = { ...secrets, ALLOW_SANDBOX: "1", STAFF_SECOND_FACTOR: "" };
    expect(expectError(unsaid)).toBe(
      "Setting STAFF_SECOND_FACTOR: is required in production: totp, or off to run without it",
    );
    for (const STAFF_SECOND_FACTOR of ["off", "totp"])
      expect(read({ ...unsaid, STAFF_SECOND_FACTOR }).staffSecondFactor).toBe(STAFF_SECOND_FACTOR);
    expect(read().staffSecondFactor).toBe("off");
  });

  test("requires FOUR_EYES_ABOVE_INR as an amount or off", () => {
    const unsaid = { ...secrets, ALLOW_SANDBOX: "1", FOUR_EYES_ABOVE_INR: "" };
    expect(expectError(unsaid)).toBe(
      "Setting FOUR_EYES_ABOVE_INR: is required in production: an amount in whole rupees, or off to run without it",
    );
    for (const [FOUR_EYES_ABOVE_INR, sum] of [
      ["off", undefined],
      ["0", 0],
      ["5000", 5000],
    ] as const)
      expect(read({ ...unsaid, FOUR_EYES_ABOVE_INR }).approvalAboveInr).toBe(sum);
    expect(expectError({ FOUR_EYES_ABOVE_INR: "some" })).toMatch(/^Setting FOUR_EYES_ABOVE_INR: /);
    expect(read().approvalAboveInr).toBeUndefined();
  });

  test("refuses the payment sandbox", () => {
    expect(expectError(secrets)).toMatch(/^Setting RAZORPAY_KEY_ID: .*sandbox, unless ALLOW_SANDBOX=1$/);
  });

  test("refuses the outbox instead of an SMS provider", () => {
    expect(expectError({ ...secrets, ...live })).toMatch(
      /^Setting SMS_PROVIDER: .*outbox, unless ALLOW_SANDBOX=1$/,
    );
  });

  test("refuses a Razorpay test key, because its payments would count as paid", () => {
    expect(expectError({ ...secrets, ...live, RAZORPAY_KEY_ID: "rzp_test_1" })).toBe(
      "Setting RAZORPAY_KEY_ID: production does not accept a test key, unless ALLOW_SANDBOX=1",
    );
  });

  test("accepts the sandbox, the outbox and a test key with ALLOW_SANDBOX=1", () => {
    expect(read({ ...secrets, ALLOW_SANDBOX: "1" })).toMatchObject({
      production: true,
      paymentsMode: "SANDBOX",
    });
    const test = { ...live, RAZORPAY_KEY_ID: "rzp_test_1", ALLOW_SANDBOX: "1" };
    expect(read({ ...secrets, ...test }).razorpay.keyId).toBe("rzp_test_1");
  });

  test("is not local development, not even in a test world behind a proxy on the same computer", () => {
    const { isLocalDevelopment } = toTestWorld(read({ ...secrets, ALLOW_SANDBOX: "1", TEST_MODE: "on" }));
    expect(isLocalDevelopment).toBe(false);
    expect(toTestWorld(read({ TEST_MODE: "on" })).isLocalDevelopment).toBe(true);
  });

  test("does not generate secrets if it refuses to start", () => {
    expectError({ NODE_ENV: "production" });
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe("HOST, regardless of NODE_ENV,", () => {
  const live = { RAZORPAY_KEY_ID: "k", RAZORPAY_KEY_SECRET: "s", RAZORPAY_WEBHOOK_SECRET: "w" };

  test.each(["0.0.0.0", "::", "192.168.0.7", "visa.example", "127.0.0.1.example"])(
    "cannot be %s with the sandbox, a test key or the outbox",
    (HOST) => {
      for (const NODE_ENV of ["", "development", "test"]) {
        expect(expectError({ HOST, NODE_ENV })).toBe(
          `Setting RAZORPAY_KEY_ID: a server that other computers can reach (HOST=${HOST}) does not run on the payment sandbox, ` +
            "unless ALLOW_SANDBOX=1",
        );
        expect(expectError({ HOST, NODE_ENV, ...live, RAZORPAY_KEY_ID: "rzp_test_1" })).toMatch(
          /^Setting RAZORPAY_KEY_ID: .*test key/,
        );
        expect(expectError({ HOST, NODE_ENV, ...live })).toMatch(/^Setting SMS_PROVIDER: .*outbox/);
      }
      expect(existsSync(dataDir)).toBe(false);
      expect(read({ HOST, ALLOW_SANDBOX: "1" })).toMatchObject({ host: HOST, paymentsMode: "SANDBOX" });
    },
  );

  test.each(["127.0.0.1", "127.1.2.3", "::1", "localhost"])("can be %s with the sandbox", (HOST) => {
    expect(read({ HOST })).toMatchObject({ host: HOST, paymentsMode: "SANDBOX" });
  });
});

test("readConfig uses the stored data key if JWT_SECRET is set but DATA_KEY is not", () => {
  const { dataKey } = read();
  expect(readFileSync(join(dataDir, "keys", "data-key"), "utf8")).toBe(dataKey);
  expect(read({ JWT_SECRET: secret }).dataKey).toBe(dataKey);
});

describe("the previous key", () => {
  test("is read from DATA_KEY_PREVIOUS, or from a file next to the generated key", () => {
    expect(read({ DATA_KEY: secret })).not.toHaveProperty("dataKeyPrevious");
    expect(read({ DATA_KEY: secret, DATA_KEY_PREVIOUS: `${secret}!` }).dataKeyPrevious).toBe(`${secret}!`);
    read();
    writeFileSync(join(dataDir, "keys", "data-key-previous"), `${secret}\n`);
    expect(read().dataKeyPrevious).toBe(secret);
    // If the key is a setting, stored keys are ignored.
    expect(read({ DATA_KEY: `${secret}!` })).not.toHaveProperty("dataKeyPrevious");
  });

  test("must be long enough and differ from the current key", () => {
    expect(expectError({ DATA_KEY: secret, DATA_KEY_PREVIOUS: secret })).toBe(
      "Setting DATA_KEY_PREVIOUS: must differ from DATA_KEY",
    );
    expect(expectError({ DATA_KEY_PREVIOUS: "short" })).toContain("Setting DATA_KEY_PREVIOUS:");
  });
});

describe("the address of the virus scanner", () => {
  test.each([
    ["/run/clamav/clamd.sock", { path: "/run/clamav/clamd.sock" }],
    ["clamd:3310", { host: "clamd", port: 3310 }],
    ["[::1]:3310", { host: "::1", port: 3310 }],
  ])("can be %s", (CLAMAV_SOCKET, place) => {
    expect(read({ CLAMAV_SOCKET }).clamavSocket).toEqual(place);
  });

  test.each(["clamd", "clamd:0", "clamd:70000", "run/clamd.sock"])("cannot be %s", (CLAMAV_SOCKET) => {
    expect(expectError({ CLAMAV_SOCKET })).toContain("Setting CLAMAV_SOCKET: must be the path of a socket");
  });
});

test("the test world cannot use the live database, however its URL is written", () => {
  const refusal = "Setting TEST_DATABASE_URL: must differ from DATABASE_URL";
  const file = `sqlite:${folder}/data/../data/portal.sqlite`;
  expect(expectError({ TEST_MODE: "on", TEST_DATABASE_URL: file })).toBe(refusal);
  expect(read({ TEST_DATABASE_URL: file }).testMode).toBe("off");
  const servers = {
    JWT_SECRET: secret,
    DATA_KEY: secret,
    DATABASE_URL: "postgres://a:b@localhost/visaport?sslmode=require",
    TEST_DATABASE_URL: "postgresql://c@localhost/visaport",
  };
  expect(expectError({ ...servers, TEST_MODE: "only" })).toBe(refusal);
  const other = "postgres://a:b@localhost/test";
  expect(read({ ...servers, TEST_MODE: "on", TEST_DATABASE_URL: other }).testMode).toBe("on");
});
