/** Erases an account, and reads the remaining data. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeFor } from "../personas/codeFor";
import * as documents from "../documents";
import type { RunningServer } from "../server/runningServer";
import { findDatabaseUrl } from "../server/testDatabase.mjs";
import { readTables } from "./readTables";
import type { Traveller } from "../personas/traveller";

export const erase = (who: Traveller, otp: string) => who.call(documents.eraseAccount, { input: { otp } });
export const eraseNow = async (who: Traveller) => erase(who, await codeFor(who.server, who.phoneNumber));

/** Returns the database's bytes on disk, including the write-ahead log; on PostgreSQL, all of its rows. */
export async function rawDatabase(server: RunningServer): Promise<string> {
  const { dataDir } = server;
  if (findDatabaseUrl(dataDir)) return JSON.stringify(await readTables(server));
  const parts = ["portal.sqlite", "portal.sqlite-wal"].map((name) => readFile(join(dataDir, name), "latin1"));
  return (await Promise.all(parts)).join("");
}
