/** Reads all settings once, at the start; `.env.example` explains each. No other file reads the environment. */
import { companySettings, readCompany } from "./companySettings";
import { join, resolve } from "node:path";
import dotenv from "dotenv";
import { z } from "zod";
import {
  assertDatabaseExists,
  databaseUrl,
  isSameDatabase,
  readDatabaseSettings,
} from "../platform/db/databaseSettings";
import { BadSetting } from "../core/errors";
import { maxFeeInr } from "../modules/partner/partner.rules";
import { readS3Url, s3Url } from "../platform/adapters/fileStore/s3ObjectStore";
import { assertNoOutboxes, messageSettings, readMsg91, readSmtp } from "./messageSettings";
import { isLoopback, networkSettings, readNetwork } from "./networkSettings";
import { razorpaySettings, readRazorpay, sandboxRazorpay } from "./razorpaySettings";
import { assertOwnSecrets, readExistingDataKeys, readSecrets, secretSettings } from "./secretSettings";
import { decimalNumber, parseSettings, wholeNumber } from "./settingTypes";
import { assertStaffGetCodes, assertStaffSafeguardsSet, readStaff, staffSettings } from "./staffSettings";

const isInProduction = (value: string | undefined) => value === "production";
const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const databaseAddress = z.string().regex(databaseUrl, "must be sqlite:<path>, or begin with postgres://");

/** The settings by environment variable. */
export const settings = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  WORKERS: wholeNumber.pipe(z.number().min(1).max(64)).default(1),
  ...networkSettings,
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: databaseAddress.optional(),
  // Writes use at most 60 % of the connections, so that at least two remain for reads.
  DATABASE_POOL: wholeNumber.pipe(z.number().min(4).max(500)).default(10),
  DATABASE_LISTEN: flag.default(true),
  BRAND_NAME: z.string().min(1).default("Visaport"),
  ...companySettings,
  SERVICE_FEE_INR: wholeNumber.pipe(z.number().max(maxFeeInr)).default(499),
  GST_PERCENT: decimalNumber.pipe(z.number().max(100)).default(0),
  ...secretSettings,
  ...messageSettings,
  ...staffSettings,
  ...razorpaySettings,
  ALLOW_SANDBOX: flag.default(false),
  SANDBOX_WEBHOOKS: flag.default(true),
  RECONCILE_EVERY_SECONDS: wholeNumber.pipe(z.number().min(1).max(86_400)).default(60),
  JOBS_EVERY_SECONDS: decimalNumber.pipe(z.number().min(0.1).max(3600)).optional(),
  // Must be less than the 15 s after which a job takes over a refund that a request has started.
  PROVIDER_TIMEOUT_SECONDS: wholeNumber.pipe(z.number().min(1).max(12)).default(10),
  FILES: z.string().regex(s3Url, "must look like s3://bucket/prefix").transform(readS3Url).optional(),
  UPLOAD_QUOTA_MB: wholeNumber.pipe(z.number().min(1)).default(400),
  UPLOAD_QUOTA_FILES: wholeNumber.pipe(z.number().min(1)).default(400),
  CLAMAV_SOCKET: z.string().transform(readSocketAddress).optional(),
  SLOW_CLIENT_SECONDS: wholeNumber.pipe(z.number().min(1).max(120)).default(30),
  CONNECTIONS_PER_ADDRESS: wholeNumber.pipe(z.number().min(1)).default(500),
  STOP_SECONDS: wholeNumber.pipe(z.number().min(1).max(20)).default(20),
  TEST_MODE: z.enum(["off", "on", "only"]).default("off"),
  TEST_DATABASE_URL: databaseAddress.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment and `.env`; throws `BadSetting`. Generates and stores secrets that are not set,
 * except in production and with PostgreSQL.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const values = readValues(environment);
  const dataDir = resolve(values.DATA_DIR);
  const razorpay = readRazorpay(values);
  assertOwnSecrets(values, isInProduction(values.NODE_ENV));
  assertNoSandboxInProduction(values);
  assertStaffGetCodes(values.STAFF_PHONES, values.SMS_COUNTRIES, "Setting STAFF_PHONES");
  if (isInProduction(values.NODE_ENV)) assertStaffSafeguardsSet(values);

  const network = readNetwork(values);
  const { ownUrl, publicUrl } = network;
  const pooling = readPooling(values);
  const database = readDatabaseSettings("DATABASE_URL", values, { ...pooling, dataDir });
  const testDataDir = join(dataDir, "test");
  const testDatabase = readDatabaseSettings("TEST_DATABASE_URL", values, {
    ...pooling,
    dataDir: testDataDir,
  });
  // Otherwise the test world would write into the live tables and decide on real applications.
  if (values.TEST_MODE !== "off" && isSameDatabase(database, testDatabase))
    throw new BadSetting("Setting TEST_DATABASE_URL: must differ from DATABASE_URL");
  const needsExclusiveDataDir = database.engine === "sqlite" || !razorpay;
  if (values.WORKERS > 1 && needsExclusiveDataDir)
    throw new BadSetting(
      `Setting WORKERS: ${database.engine === "sqlite" ? "SQLite" : "the payment sandbox"} supports one process`,
    );
  if (values.WORKERS > 1 && values.TEST_MODE !== "off")
    throw new BadSetting("Setting WORKERS: the payment sandbox of the test world supports one process");
  return {
    ...readPlain(values),
    /** True if this is the configuration of a test world (`toTestWorld`). */
    isTestWorld: false,
    /** The path under which everything is served, without a trailing slash; empty for the root. */
    basePath: "",
    testDataDir,
    testDatabase,
    ...network,
    dataDir,
    database,
    /**
     * True if no other server may use the data folder: neither SQLite's file nor the sandbox's journal
     * supports two writers.
     */
    needsExclusiveDataDir,
    ...readSecrets(dataDir, values),
    razorpay: razorpay ?? sandboxRazorpay(dataDir, { ownUrl, basePath: "" }, values),
    paymentsMode: razorpay ? ("LIVE" as const) : ("SANDBOX" as const),
    smtp: readSmtp(values, publicUrl, values.BRAND_NAME),
  };
}

/** Reads and checks each setting on its own. Throws `BadSetting`. */
function readValues(environment: NodeJS.ProcessEnv): Values {
  // Tests set everything themselves, so that a developer's Razorpay keys are never used.
  if (environment["NODE_ENV"] !== "test") dotenv.config({ quiet: true, processEnv: environment });
  return parseSettings(settings, environment);
}

/** Returns the settings that do not depend on others. */
function readPlain(values: Values) {
  return {
    testMode: values.TEST_MODE,
    production: isInProduction(values.NODE_ENV),
    /** Processes of this server; with more than one, the first process only supervises them. */
    workers: values.WORKERS,
    brand: values.BRAND_NAME,
    supportEmail: values.SUPPORT_EMAIL,
    supportPhone: values.SUPPORT_PHONE,
    company: readCompany(values),
    fees: { serviceFee: values.SERVICE_FEE_INR, gstPercent: values.GST_PERCENT },
    sandboxWebhooks: values.SANDBOX_WEBHOOKS,
    reconcileEverySeconds: values.RECONCILE_EVERY_SECONDS,
    /** Interval at which due webhooks, refunds and messages are processed; undefined for each job's default. */
    jobsEverySeconds: values.JOBS_EVERY_SECONDS,
    /** Timeout for responses from Razorpay and MSG91. */
    providerTimeoutMs: values.PROVIDER_TIMEOUT_SECONDS * 1000,
    /** Undefined if the outbox is used. */
    msg91: readMsg91(values),
    /** Countries, as ISO 3166 codes, to whose numbers login codes are sent. */
    smsCountries: values.SMS_COUNTRIES,
    smsBudget: {
      perHour: values.SMS_PER_HOUR,
      perDay: values.SMS_PER_DAY,
      perRange: values.SMS_PER_RANGE,
    },
    ...readStaff(values),
    /** The bucket that stores files; undefined for the data folder. */
    bucket: values.FILES,
    uploadQuota: { bytes: values.UPLOAD_QUOTA_MB * 1024 * 1024, files: values.UPLOAD_QUOTA_FILES },
    /** Address of clamd; undefined if files are not scanned. */
    clamavSocket: values.CLAMAV_SOCKET,
    /** How long a client may send or read below the minimum transfer rate before it is cut off. */
    slowClientMs: values.SLOW_CLIENT_SECONDS * 1000,
    /** Maximum open connections per IP address and process; a trusted proxy has no limit. */
    connectionsPerAddress: Math.ceil(values.CONNECTIONS_PER_ADDRESS / values.WORKERS),
    /** Workers stop one after another, all of them within `STOP_SECONDS`. */
    stopWithinMs: (values.STOP_SECONDS * 1000) / values.WORKERS,
    logLevel: values.LOG_LEVEL,
  };
}

type Values = z.infer<typeof settings>;

function readPooling(values: Values) {
  return { pool: values.DATABASE_POOL, listens: values.DATABASE_LISTEN };
}

/** Returns the location and the keys of the existing data, without generating keys. Throws `BadSetting`. */
export function readStoredData(environment: NodeJS.ProcessEnv = process.env) {
  const values = readValues(environment);
  const dataDir = resolve(values.DATA_DIR);
  const database = readDatabaseSettings("DATABASE_URL", values, { ...readPooling(values), dataDir });
  assertDatabaseExists(database);
  return { dataDir, database, bucket: values.FILES, ...readStoredDataKeys(environment) };
}

/** Returns the existing data keys, without generating new ones. Throws `BadSetting`. */
export function readStoredDataKeys(environment: NodeJS.ProcessEnv = process.env) {
  const values = readValues(environment);
  return readExistingDataKeys(resolve(values.DATA_DIR), values);
}

/** Parses `/run/clamav/clamd.sock` or `host:port`. */
function readSocketAddress(
  address: string,
  context: z.RefinementCtx,
): { path: string } | { host: string; port: number } {
  if (address.startsWith("/")) return { path: address };
  const [, host, port] = /^([\w.-]+|\[[0-9a-f:]+\]):(\d{1,5})$/i.exec(address) ?? [];
  if (host && Number(port) > 0 && Number(port) < 65_536)
    return { host: host.replace(/[[\]]/g, ""), port: Number(port) };
  context.addIssue("must be the path of a socket, beginning with /, or host:port");
  return z.NEVER;
}

/**
 * Throws if real people may use a site with test payments or with login codes in a file: in production, and on an
 * address that others can reach, for any `NODE_ENV`.
 */
function assertNoSandboxInProduction(values: Values): void {
  if (values.ALLOW_SANDBOX || values.TEST_MODE === "only") return;
  const production = isInProduction(values.NODE_ENV);
  if (!production && isLoopback(values.HOST)) return;
  const where = production ? "production" : `a server that other computers can reach (HOST=${values.HOST})`;
  const { RAZORPAY_KEY_ID: keyId } = values;
  const unless = "unless ALLOW_SANDBOX=1";
  if (!keyId)
    throw new BadSetting(`Setting RAZORPAY_KEY_ID: ${where} does not run on the payment sandbox, ${unless}`);
  if (keyId.startsWith("rzp_test_"))
    throw new BadSetting(`Setting RAZORPAY_KEY_ID: ${where} does not accept a test key, ${unless}`);
  assertNoOutboxes(values, where);
}
