import type { EntityManager } from "typeorm";
import type { KeyRing } from "../adapters/crypto/keyRing";
import { BadSetting } from "../errors";
import type { Database } from "./database";
import { SettingEntity } from "./setting.entity";

const name = "key-check";
const text = "This database belongs to this key.";

/** Stops the start where `DATA_KEY` does not open the data that is there; the first start leaves the mark. */
export async function checkDataKey(db: Database, keys: KeyRing): Promise<void> {
  const mark = await db.read.findOneBy(SettingEntity, { name });
  if (!mark) {
    await db.write((transaction) =>
      transaction.insert(SettingEntity, { name, value: keys.sealText(text, name) }),
    );
    return;
  }
  if (!opens(mark, keys)) throw new BadSetting("Setting DATA_KEY: does not open the data that is there");
}

/** Whether the data belongs to these keys; false where it has no mark yet. */
export async function isDataOf(db: EntityManager, keys: KeyRing): Promise<boolean> {
  const mark = await db.findOneBy(SettingEntity, { name });
  return mark !== null && opens(mark, keys);
}

function opens(mark: SettingEntity, keys: KeyRing): boolean {
  try {
    keys.openText(mark.value, name);
    return true;
  } catch {
    return false;
  }
}
