/**
 * Key checks in the database prove that `DATA_KEY` belongs to the data. There is one per key; during a rotation
 * (`DATA_KEY_PREVIOUS`) a second one exists for the new key, and both keys are required.
 */
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../adapters/crypto/keyRing";
import { BadSetting } from "../../core/errors";
import type { Database } from "./database";
import { SettingEntity } from "./setting.entity";
import { saveSetting } from "./settingRows";

const name = "key-check";
const nextName = "key-check-next";
const text = "This database belongs to this key.";

/**
 * Throws `BadSetting` if the keys do not decrypt the existing data. The first start stores the key check.
 */
export async function checkDataKey(db: Database, keys: KeyRing): Promise<void> {
  await putMissingMark(db, keys, name);
}

/**
 * Stores the key check of a new key; from then on, both keys are required. Call this only after `PeerProcesses.join`: a
 * running server with only the old key could neither read data encrypted with the new key nor start again.
 */
export async function beginRotation(db: Database, keys: KeyRing): Promise<void> {
  await putMissingMark(db, keys, nextName);
}

async function putMissingMark(db: Database, keys: KeyRing, markName: string): Promise<void> {
  if ((await findMissingMark(db.read, keys)) !== markName) return;
  await db.write(async (transaction) => {
    // Checked again, because another process may have started first with a different key.
    if ((await findMissingMark(transaction, keys)) === markName) await putMark(transaction, keys, markName);
  });
}

/**
 * Returns the name of the key check that the current key still needs, or undefined if it has one. Throws
 * `BadSetting`.
 */
async function findMissingMark(db: EntityManager, keys: KeyRing): Promise<string | undefined> {
  const marks = await findMarks(db, keys);
  assertKeysOpenData(marks);
  if (marks.some(({ isPresent }) => isPresent)) return undefined;
  const [mark] = marks;
  // Without a rotation, a key check in an older format suffices.
  if (mark && !keys.hasPrevious) return undefined;
  return mark ? nextName : name;
}

/**
 * Throws `BadSetting` if nothing may be encrypted with the current key yet: the keys do not decrypt the data, or no
 * server with the current key has used this database.
 */
export async function assertKnownKey(db: Database, keys: KeyRing): Promise<void> {
  const marks = await findMarks(db.read, keys);
  assertKeysOpenData(marks);
  if (keys.hasPrevious && !marks.some(({ isPresent }) => isPresent))
    throw new BadSetting("Setting DATA_KEY: restart the server with both keys first, then run this again");
}

/** Records that all data is encrypted with the current key, which is then the only one required. */
export async function retirePreviousKey(transaction: EntityManager, keys: KeyRing): Promise<void> {
  await transaction.delete(SettingEntity, { name: nextName });
  await putMark(transaction, keys, name);
}

async function putMark(transaction: EntityManager, keys: KeyRing, markName: string): Promise<void> {
  await saveSetting(transaction, markName, keys.encryptText(text, markName));
}

interface Mark {
  opens: boolean;
  /** True if the key check is encrypted with the current key in the current format. */
  isPresent: boolean;
}

function assertKeysOpenData(marks: readonly Mark[]): void {
  if (marks.every(({ opens }) => opens)) return;
  const isBetween = marks.some(({ opens }) => opens);
  throw new BadSetting(
    isBetween
      ? "Setting DATA_KEY_PREVIOUS: the key rotation is not complete; set both keys and run npm run keys:rotate"
      : "Setting DATA_KEY: does not decrypt the existing data",
  );
}

/** Returns the key checks, the older one first. */
async function findMarks(db: EntityManager, keys: KeyRing): Promise<Mark[]> {
  const rows = await db.find(SettingEntity, {
    where: [{ name }, { name: nextName }],
    order: { name: "ASC" },
  });
  return rows.map((row) => {
    try {
      keys.decryptText(row.value, row.name);
      return { opens: true, isPresent: keys.isPresent(row.value) };
    } catch {
      return { opens: false, isPresent: false };
    }
  });
}

/** Throws `BadSetting` if the data does not belong to these keys, or has no key check yet. */
export async function assertDataOpens(db: EntityManager, keys: KeyRing, what = "existing data") {
  const marks = await findMarks(db, keys);
  if (marks.length === 0 || !marks.every(({ opens }) => opens))
    throw new BadSetting(`Setting DATA_KEY: does not decrypt the ${what}`);
}
