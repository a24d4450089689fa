import { join } from "node:path";
import type { Database } from "../../../platform/db/database";
import { openDatabase } from "../../../platform/db/openDatabase";
import type { RunningServer } from "../server/runningServer";
import { findDatabaseUrl } from "../server/testDatabase.mjs";
import { entities } from "../../../app/entities";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Opens a server's database as the product does, in this process. */
export function openServerDatabase({ dataDir }: Pick<RunningServer, "dataDir">): Promise<Database> {
  const url = findDatabaseUrl(dataDir);
  if (url) return openDatabase({ engine: "postgres", url, pool: 4 }, entities, silent);
  const file = join(dataDir, "portal.sqlite");
  return openDatabase({ engine: "sqlite", file, setting: "DATA_DIR" }, entities, silent);
}
