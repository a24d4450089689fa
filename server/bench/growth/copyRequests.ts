import type { DataSource } from "typeorm";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { entities } from "../../app/entities";

/**
 * The tables of an application, each with the id whose version digit shows whether a row is a copy (`copiedId`).
 * Referenced tables come first.
 */
const tables = {
  user_account: "userId",
  visa_request: "visaRequestId",
  visa_request_event: "visaRequestEventId",
  visa_applicant: "visaApplicantId",
  stored_file: "fileId",
  payment: "visaRequestId",
};

/** Columns whose UUIDs must be different in each copy. */
const ids = ["userId", "visaRequestId", "visaRequestEventId", "visaApplicantId", "fileId"];
/** Other columns whose values must be unique. */
const unique = ["phoneNumber", "visaReferenceNo", "paymentGatewayNo", "razorpayPaymentId", "razorpayOrderId"];

/**
 * Copies all generated applications and their users within the database. `from` and `to` number the copies, from 1 to
 * 99. Creating a million applications individually would take an hour. Encrypted values of a copy cannot be decrypted.
 */
export async function copyRequests(file: string, from: number, to: number): Promise<void> {
  const source = await makeDataSource(file, entities).initialize();
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

/**
 * Changes the beginning of an id, so that copies are spread over an index. Changes its version digit from 4 to 'c',
 * so that copies are not copied again.
 */
function copiedId(column: string, copy: number): string {
  const beginning = copy.toString(16).padStart(2, "0");
  return `'${beginning}' || substr("${column}", 3, 12) || 'c' || substr("${column}", 16)`;
}
