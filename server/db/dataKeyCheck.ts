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
  try {
    keys.openText(mark.value, name);
  } catch {
    throw new BadSetting("Setting DATA_KEY: does not open the data that is there");
  }
}
