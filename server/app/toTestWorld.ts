import { loadOrCreateSecret } from "../platform/adapters/storedSecrets";
import type { Config } from "./config";
import { sandboxRazorpay } from "./razorpaySettings";

const basePath = "/test";

/**
 * Returns the configuration of the test world. Its secrets are in its own folder, so that a rotation of `DATA_KEY` does
 * not affect it.
 */
export function toTestWorld(config: Config): Config {
  const { testDataDir: dataDir, testDatabase: database } = config;
  const ownUrl = config.ownUrl + basePath;
  const { dataKeyPrevious: _livePrevious, ...rest } = config;
  return {
    ...rest,
    isTestWorld: true,
    basePath,
    ownUrl,
    publicUrl: config.publicUrl + basePath,
    dataDir,
    database,
    needsExclusiveDataDir: true,
    jwtSecret: loadOrCreateSecret(dataDir, "jwt-secret"),
    dataKey: loadOrCreateSecret(dataDir, "data-key"),
    isDataKeyGenerated: true,
    razorpay: sandboxRazorpay(dataDir, { ownUrl, basePath }, {}),
    paymentsMode: "SANDBOX",
    sandboxWebhooks: true,
    msg91: undefined,
    smtp: undefined,
    // Practically unlimited, because the messages of the test world cost nothing.
    smsBudget: { perHour: 1e9, perDay: 1e9, perRange: 1e9 },
    bucket: undefined,
    // In the test world, only the job that decides has the staff role.
    staffPhones: [],
    staffSecondFactor: "off",
    approvalAboveInr: undefined,
  };
}
