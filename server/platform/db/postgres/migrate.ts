import pg from "pg";
import { MigrationExecutor, type DataSource } from "typeorm";
import { BadSetting } from "../../../core/errors";

/** PostgreSQL 15. */
const oldestServer = 150_000;
/** The key of the advisory lock under which a process migrates; an arbitrary number. */
const migrationLock = 1_762_026_11;

/**
 * Runs migrations in one process at a time, because several processes may start together. A single transaction holds
 * the lock, so that PgBouncer keeps it on one connection. Neither a migration nor the wait for the lock has a timeout.
 */
export async function migrate(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    const sql = "SELECT current_setting('server_version_num') AS version";
    const [{ version }] = await runner.manager.query<[{ version: string }]>(sql);
    if (Number(version) < oldestServer)
      throw new BadSetting("Setting DATABASE_URL: PostgreSQL 15 or later is needed");
    await runner.startTransaction("READ COMMITTED");
    await runner.query("SET LOCAL statement_timeout = 0");
    await runner.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = "none";
    await executor.executePendingMigrations();
    await runner.commitTransaction();
  } finally {
    await runner.release();
  }
}

const encodeHint = "Encode special characters of the password: % as %25, / as %2F, # as %23";

/** Throws `BadSetting` unless the URL is valid and its certificate files can be read. */
export function assertUsableUrl(url: string): void {
  const refuse = (reason: string) => new BadSetting(`Setting DATABASE_URL: ${reason}`);
  if (/%(?![0-9a-f]{2})/i.test(url)) throw refuse(`invalid use of %. ${encodeHint}`);
  try {
    void new pg.Client(url);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse(code === "ERR_INVALID_URL" ? `${message}. ${encodeHint}` : message);
  }
}
