/**
 * Binds the file store to its database with a mark in both. A sweep removes files without a row, so with a wrong
 * database it would remove every file (docs/decisions/0055).
 */
import { randomUUID } from "node:crypto";
import { BadSetting } from "../../core/errors";
import type { Platform } from "../../platform/adapters/Platform";
import { addSetting, findSetting } from "../../platform/db/settingRows";
import { findKnownFileIds } from "./file.repository";

/**
 * The `setting` rows with the mark. `npm run move-to-postgres` copies SQLite's row, so that the moved database
 * recognises the files. Once the moved database has marked the files as its own, the old database may no longer use
 * them.
 */
const markSettings = { sqlite: "store-mark-sqlite", postgres: "store-mark" };

export class StoreMarkService {
  /** `settings` contains the names of the settings that select the database and the store. */
  constructor(
    private readonly deps: Pick<Platform, "db" | "store"> & {
      settings: { database: string; store: string };
    },
  ) {}

  /**
   * Marks the store as this database's. Throws `BadSetting` if its files belong to another database. An empty
   * store can always be claimed, a store with files only if it has no mark and contains a file of this database.
   */
  async claim(): Promise<void> {
    const { settings, store } = this.deps;
    const own = await this.#getOwnMark();
    const found = await store.getMark();
    if (found === own) return;
    if (!(await this.#mayReplace(found)))
      throw new BadSetting(
        `Setting ${settings.database}: the files in ${settings.store} belong to another database`,
      );
    await store.putMark(own);
  }

  async isClaimed(): Promise<boolean> {
    return (await this.deps.store.getMark()) === (await this.#getOwnMark());
  }

  async #getOwnMark(): Promise<string> {
    const { db } = this.deps;
    const name = db.hasOtherWriters ? markSettings.postgres : markSettings.sqlite;
    const mark = await findSetting(db.rows, name);
    if (mark !== undefined) return mark;
    return db.write(async (transaction) => {
      await addSetting(transaction, name, randomUUID());
      return (await findSetting(transaction, name))!;
    });
  }

  async #mayReplace(mark: string | undefined): Promise<boolean> {
    const { db, store } = this.deps;
    if (mark !== undefined && mark === (await findSetting(db.rows, markSettings.sqlite))) return true;
    let isEmpty = true;
    for await (const fileIds of store.listFileIds()) {
      if (mark !== undefined) return false;
      if ((await findKnownFileIds(db.rows, fileIds)).size > 0) return true;
      isEmpty = false;
    }
    return isEmpty;
  }
}
