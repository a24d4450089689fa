/** All settings, read once at the start (contract §1). The only file that reads the environment. */
import { resolve } from "node:path";
import dotenv from "dotenv";
import { z } from "zod";
import { keepSecret } from "./adapters/keptSecrets";
import { BadSetting } from "./errors";

const isInProduction = (value: string | undefined) => value === "production";
const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const wholeNumber = z.string().regex(/^\d+$/, "must be a whole number").transform(Number);
const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address" })
  .transform(withoutSlash);
const secret = z.string().refine((value) => Buffer.byteLength(value) >= 32, "must have 32 bytes or more");

const settings = z.object({
  NODE_ENV: z.string().default("development"),
  PORT: wholeNumber.pipe(z.number().min(1).max(65_535)).default(4000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.string().startsWith("sqlite:", "must begin with sqlite:").optional(),
  PUBLIC_URL: webAddress.optional(),
  BRAND_NAME: z.string().min(1).default("Visaport"),
  SUPPORT_EMAIL: z.email().default("help@visaport.example"),
  SUPPORT_PHONE: z.string().min(1).default("+91 22 5550 1234"),
  SERVICE_FEE_INR: wholeNumber.default(499),
  GST_PERCENT: z.coerce.number().min(0).max(100).default(0),
  JWT_SECRET: secret.optional(),
  DATA_KEY: secret.optional(),
  SMS_PROVIDER: z.enum(["outbox"]).default("outbox"),
  RAZORPAY_KEY_ID: z.string().min(1).optional(),
  RAZORPAY_KEY_SECRET: z.string().min(1).optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(1).optional(),
  RAZORPAY_API_URL: webAddress.optional(),
  RAZORPAY_CHECKOUT_URL: webAddress.optional(),
  ALLOW_SANDBOX: flag.default(false),
  TRUSTED_PROXIES: z.string().default(""),
  STOP_SECONDS: wholeNumber.pipe(z.number().min(1).max(20)).default(20),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment and `.env`; throws `BadSetting`. Makes and keeps secrets where production does not ask for them. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  // A test brings all its settings: a developer's Razorpay keys must not reach it.
  if (environment["NODE_ENV"] !== "test") dotenv.config({ quiet: true, processEnv: environment });
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadSetting(`Setting ${issue?.path.join(".")}: ${issue?.message}`);
  }
  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  const razorpay = readRazorpay(values);
  if (isInProduction(values.NODE_ENV)) refuseUnsafeProduction(values, razorpay !== undefined);

  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const ownUrl = `http://127.0.0.1:${values.PORT}`;
  return {
    production: isInProduction(values.NODE_ENV),
    port: values.PORT,
    host: values.HOST,
    ownUrl,
    publicUrl,
    dataDir,
    databaseFile: values.DATABASE_URL?.replace(/^sqlite:(\/\/)?/, "") ?? resolve(dataDir, "portal.sqlite"),
    brand: values.BRAND_NAME,
    supportEmail: values.SUPPORT_EMAIL,
    supportPhone: values.SUPPORT_PHONE,
    fees: { serviceFee: values.SERVICE_FEE_INR, gstPercent: values.GST_PERCENT },
    jwtSecret: values.JWT_SECRET ?? keepSecret(dataDir, "jwt-secret"),
    dataKey: values.DATA_KEY ?? keepSecret(dataDir, "data-key"),
    /** Made by this installation and kept in `DATA_DIR`, not given. */
    isDataKeyKept: values.DATA_KEY === undefined,
    razorpay: razorpay ?? sandboxRazorpay(dataDir, ownUrl, values),
    paymentsMode: razorpay ? ("LIVE" as const) : ("SANDBOX" as const),
    trustedProxies: values.TRUSTED_PROXIES.split(",")
      .map((proxy) => proxy.trim())
      .filter(Boolean),
    stopWithinMs: values.STOP_SECONDS * 1000,
    logLevel: values.LOG_LEVEL,
  };
}

type Values = z.infer<typeof settings>;

function readRazorpay(values: Values) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = values;
  if (!keyId && !keySecret) return undefined;
  if (!keyId) throw new BadSetting("Setting RAZORPAY_KEY_ID: is needed beside RAZORPAY_KEY_SECRET");
  if (!keySecret) throw new BadSetting("Setting RAZORPAY_KEY_SECRET: is needed beside RAZORPAY_KEY_ID");
  // An empty secret would let anybody sign a webhook (facts.md).
  if (!values.RAZORPAY_WEBHOOK_SECRET)
    throw new BadSetting("Setting RAZORPAY_WEBHOOK_SECRET: is needed beside RAZORPAY_KEY_ID");
  return {
    keyId,
    keySecret,
    webhookSecret: values.RAZORPAY_WEBHOOK_SECRET,
    apiUrl: values.RAZORPAY_API_URL ?? "https://api.razorpay.com",
    checkoutUrl: values.RAZORPAY_CHECKOUT_URL ?? "https://checkout.razorpay.com/v1/checkout.js",
  };
}

/** The stand-in under `/razorpay-sandbox` (contract §4), with a key of this installation's own. */
function sandboxRazorpay(dataDir: string, ownUrl: string, values: Values) {
  return {
    keyId: "rzp_test_sandbox",
    keySecret: keepSecret(dataDir, "sandbox-key-secret"),
    webhookSecret: keepSecret(dataDir, "sandbox-webhook-secret"),
    apiUrl: values.RAZORPAY_API_URL ?? `${ownUrl}/razorpay-sandbox`,
    checkoutUrl: values.RAZORPAY_CHECKOUT_URL ?? "/razorpay-sandbox/checkout.js",
  };
}

function refuseUnsafeProduction(values: Values, hasRazorpay: boolean): void {
  for (const name of ["JWT_SECRET", "DATA_KEY"] as const)
    if (!values[name]) throw new BadSetting(`Setting ${name}: is needed in production`);
  if (values.ALLOW_SANDBOX) return;
  if (!hasRazorpay)
    throw new BadSetting("Setting RAZORPAY_KEY_ID: production does not run on the payment sandbox");
  if (values.SMS_PROVIDER === "outbox")
    throw new BadSetting("Setting SMS_PROVIDER: production does not run on the outbox");
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
