import type { DataSource } from "typeorm";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";

/** What an application has rows in, with the id by which a row is told from a copy. Owners come first. */
const tables = {
  user_account: "userId",
  visa_request: "visaRequestId",
  visa_request_event: "visaRequestEventId",
  visa_applicant: "visaApplicantId",
  stored_file: "fileId",
  payment: "visaRequestId",
};

/** Ids, which are UUIDs; who works on it stays the same. */
const ids = ["userId", "visaRequestId", "visaRequestEventId", "visaApplicantId", "fileId"];
/** What no two rows may have the same. */
const unique = ["phoneNumber", "visaReferenceNo", "paymentGatewayNo", "razorpayPaymentId", "razorpayOrderId"];

/**
 * Copies all generated applications and their people inside the database, `from` to `to`, 1 to 99: a million of them, made
 * one by one, would take an hour. What is sealed does not open in a copy, which is there to be in the way.
 */
export async function copyRequests(file: string, from: number, to: number): Promise<void> {
  const source = await makeDataSource(file).initialize();
  try {
    for (const setting of ["foreign_keys=OFF", "synchronous=OFF", "cache_size=-1000000"])
      await source.query(`PRAGMA ${setting}`);
    for (let copy = from; copy <= to; copy++) {
      await source.query("BEGIN");
      for (const [table, id] of Object.entries(tables)) await copyTable(source, table, id, copy);
      await source.query("COMMIT");
    }
    await source.query("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    await source.destroy();
  }
}

async function copyTable(source: DataSource, table: string, id: string, copy: number): Promise<void> {
  const columns = (await source.query<{ name: string }[]>(`PRAGMA table_info(${table})`)).map(
    ({ name }) => name,
  );
  const values = columns.map((name) => {
    if (ids.includes(name)) return copiedId(name, copy);
    return unique.includes(name) ? `"${name}" || '-${copy}'` : `"${name}"`;
  });
  await source.query(
    `INSERT INTO ${table} ("${columns.join('", "')}") SELECT ${values.join(", ")} FROM ${table}
     WHERE substr("${id}", 15, 1) = '4'`,
  );
}

/** Another beginning, so that copies lie everywhere in an index, and 'c' where an id that was given out has its version. */
function copiedId(column: string, copy: number): string {
  const beginning = copy.toString(16).padStart(2, "0");
  return `'${beginning}' || substr("${column}", 3, 12) || 'c' || substr("${column}", 16)`;
}
