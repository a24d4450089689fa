/**
 * Marks in the database of the keys that it belongs to. One while there is one key; while another takes its place
 * (`DATA_KEY_PREVIOUS`), a second one of the key that comes: from then on neither alone is enough.
 */
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../adapters/crypto/keyRing";
import { BadSetting } from "../../core/errors";
import type { Database } from "./database";
import { SettingEntity } from "./setting.entity";

const name = "key-check";
const nextName = "key-check-next";
const text = "This database belongs to this key.";

/** Stops the start if `DATA_KEY` does not open the data that is there; the first start leaves the mark. */
export async function checkDataKey(db: Database, keys: KeyRing): Promise<void> {
  if (!(await findMissingMark(db.read, keys))) return;
  await db.write(async (transaction) => {
    // Another process may have started first, with another key.
    const missing = await findMissingMark(transaction, keys);
    if (missing) await putMark(transaction, keys, missing);
  });
}

/** The name of the mark that the present key still needs; undefined if it has one. Errors: BadSetting. */
async function findMissingMark(db: EntityManager, keys: KeyRing): Promise<string | undefined> {
  const marks = await findMarks(db, keys);
  assertKeysOpenData(marks);
  if (marks.some(({ isPresent }) => isPresent)) return undefined;
  const [mark] = marks;
  // A mark of an older form, which opens with the only key that there is, needs no second one beside it.
  if (mark && !keys.hasPrevious) return undefined;
  return mark ? nextName : name;
}

/**
 * Throws `BadSetting` where nothing may be sealed with the present key yet: the keys do not open the data, or no
 * server that knows the present key has been started on it.
 */
export async function requireKnownKey(db: Database, keys: KeyRing): Promise<void> {
  const marks = await findMarks(db.read, keys);
  assertKeysOpenData(marks);
  if (keys.hasPrevious && !marks.some(({ isPresent }) => isPresent))
    throw new BadSetting("Setting DATA_KEY: restart the server with both keys first, then run this again");
}

/** Says that everything is under the present key: from then on it alone opens the data. */
export async function retirePreviousKey(transaction: EntityManager, keys: KeyRing): Promise<void> {
  await transaction.delete(SettingEntity, { name: nextName });
  await putMark(transaction, keys, name);
}

async function putMark(transaction: EntityManager, keys: KeyRing, markName: string): Promise<void> {
  await transaction.upsert(SettingEntity, { name: markName, value: keys.sealText(text, markName) }, ["name"]);
}

interface Mark {
  opens: boolean;
  /** Made with the present key, in the present form. */
  isPresent: boolean;
}

function assertKeysOpenData(marks: readonly Mark[]): void {
  if (marks.every(({ opens }) => opens)) return;
  const isBetween = marks.some(({ opens }) => opens);
  throw new BadSetting(
    isBetween
      ? "Setting DATA_KEY_PREVIOUS: the data is between two keys; give both and run npm run keys:rotate"
      : "Setting DATA_KEY: does not open the data that is there",
  );
}

/** The older mark first. */
async function findMarks(db: EntityManager, keys: KeyRing): Promise<Mark[]> {
  const rows = await db.find(SettingEntity, {
    where: [{ name }, { name: nextName }],
    order: { name: "ASC" },
  });
  return rows.map((row) => {
    try {
      keys.openText(row.value, row.name);
      return { opens: true, isPresent: keys.isPresent(row.value) };
    } catch {
      return { opens: false, isPresent: false };
    }
  });
}

/** Whether the data belongs to these keys; false where it has no mark yet. */
export async function isDataOf(db: EntityManager, keys: KeyRing): Promise<boolean> {
  const marks = await findMarks(db, keys);
  return marks.length > 0 && marks.every(({ opens }) => opens);
}
