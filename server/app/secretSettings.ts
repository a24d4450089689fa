/** Settings for the secrets: the key of session tokens, and the keys that encrypt personal data. */
import { z } from "zod";
import { findStoredSecret, loadOrCreateSecret } from "../platform/adapters/storedSecrets";
import { isPostgres } from "../platform/db/databaseSettings";
import { BadSetting } from "../core/errors";

const secret = z.string().refine((value) => Buffer.byteLength(value) >= 32, "must have 32 bytes or more");

export const secretSettings = {
  JWT_SECRET: secret.optional(),
  DATA_KEY: secret.optional(),
  DATA_KEY_PREVIOUS: secret.optional(),
};

type Values = z.infer<z.ZodObject<typeof secretSettings>>;

export interface DataKeys {
  dataKey: string;
  /** Set until `npm run keys:rotate` has finished. */
  dataKeyPrevious?: string;
}

/** Returns the secrets; generates and stores those that are not set. */
export function readSecrets(dataDir: string, values: Values) {
  return {
    jwtSecret: values.JWT_SECRET ?? loadOrCreateSecret(dataDir, "jwt-secret"),
    /** True if this installation generated the data key and stored it in `DATA_DIR`. */
    isDataKeyGenerated: values.DATA_KEY === undefined,
    ...readDataKeys(dataDir, values),
  };
}

/** Returns the existing data keys, without generating new ones. Throws `BadSetting`. */
export function readExistingDataKeys(dataDir: string, values: Values): DataKeys {
  if (!values.DATA_KEY && !findStoredSecret(dataDir, "data-key"))
    throw new BadSetting("Setting DATA_KEY: is required, because DATA_DIR has no keys/data-key");
  return readDataKeys(dataDir, values);
}

function readDataKeys(dataDir: string, values: Values): DataKeys {
  const dataKey = values.DATA_KEY ?? loadOrCreateSecret(dataDir, "data-key");
  const dataKeyPrevious =
    values.DATA_KEY_PREVIOUS ??
    (values.DATA_KEY ? undefined : findStoredSecret(dataDir, "data-key-previous"));
  if (dataKeyPrevious === undefined) return { dataKey };
  if (dataKeyPrevious === dataKey)
    throw new BadSetting("Setting DATA_KEY_PREVIOUS: must differ from DATA_KEY");
  return { dataKey, dataKeyPrevious };
}

/**
 * Throws if a secret would be generated in production or with PostgreSQL, where other processes would generate
 * different ones.
 */
export function assertOwnSecrets(
  values: Values & { DATABASE_URL?: string | undefined },
  production: boolean,
): void {
  if (!production && !isPostgres(values.DATABASE_URL)) return;
  const where = production ? "in production" : "with PostgreSQL";
  for (const name of ["JWT_SECRET", "DATA_KEY"] as const)
    if (!values[name]) throw new BadSetting(`Setting ${name}: is required ${where}`);
}
