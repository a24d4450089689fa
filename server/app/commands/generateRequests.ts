/**
 * `npm run generate:requests -- 100000`: fills the database with artificial applications, to measure the review queue.
 * Their files have rows but no contents. Never runs in production. The server may be running.
 */
import "reflect-metadata";
import { randomInt, randomUUID } from "node:crypto";
import type { EntityManager, EntityTarget } from "typeorm";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { addRequest, makeUser, type GeneratedRows } from "./generatedRows";
import { readConfig } from "../config";
import { openDatabase } from "../../platform/db/openDatabase";
import { assertKnownKey, checkDataKey } from "../../platform/db/dataKeyCheck";
import { queryRows, type SqlValue } from "../../platform/db/rowSource";
import { BadSetting } from "../../core/errors";
import { VisaApplicantEntity } from "../../modules/applicant/applicant.entity";
import { CatalogueService } from "../../modules/catalogue/catalogue.service";
import { StoredFileEntity } from "../../modules/file/file.entity";
import { PaymentEntity } from "../../modules/payment/payment.entity";
import { StaffMemberEntity } from "../../modules/staff/staff.entity";
import { UserEntity } from "../../modules/user/user.entity";
import { summarisePriceAt } from "../../modules/visaRequest/pricing.rules";
import { VisaRequestEntity, VisaRequestEventEntity } from "../../modules/visaRequest/visaRequest.entity";
import { makeLog } from "../../platform/process/log";
import { BadUsage, runCommand } from "./runCommand";
import { entities } from "../entities";

/** Applications per transaction; a running server's writes wait for each transaction. */
const batchSize = 500;
const staffCount = 6;
/** Low enough for SQLite's limit of bound parameters in a statement. */
const rowsInStatement = 200;

runCommand(async () => {
  const [given, ...others] = process.argv.slice(2);
  const wanted = Number(given);
  if (others.length > 0 || !Number.isInteger(wanted) || wanted < 1 || wanted > 1_000_000)
    throw new BadUsage("Usage: npm run generate:requests -- <how many, up to 1000000>");
  const config = readConfig();
  if (config.production)
    throw new BadSetting("Setting NODE_ENV: applications cannot be generated in production");
  const keys = new KeyRing(config.dataKey, config.dataKeyPrevious);
  const db = await openDatabase(config.database, entities, makeLog("warn"));
  try {
    await checkDataKey(db, keys);
    await assertKnownKey(db, keys);
    const catalogue = await CatalogueService.open(db, summarisePriceAt(config.fees));
    const { visas } = catalogue.lists;
    const now = new Date();
    // Phone numbers count up from a random start, so that all are different.
    const firstNumber = randomInt(100_000_000);
    const users = Array.from({ length: Math.ceil(wanted / 3) }, (_, index) =>
      makeUser(firstNumber + index, now),
    );
    const staff = users.slice(0, staffCount);
    await db.write(async (transaction) => {
      await insertAll(transaction, UserEntity, users);
      await insertAll(
        transaction,
        StaffMemberEntity,
        staff.map((user) => toMember(user, now)),
      );
    });
    const staffIds = staff.map(({ userId }) => userId);
    const around = { keys, fees: config.fees, visas, users, staffIds, now };
    for (let made = 0; made < wanted;) {
      const rows: GeneratedRows = { requests: [], events: [], applicants: [], files: [], payments: [] };
      const inBatch = Math.min(batchSize, wanted - made);
      for (let count = 0; count < inBatch; count++) addRequest(rows, around);
      await db.write((transaction) => insertRows(transaction, rows));
      made += inBatch;
      if (made % 10_000 === 0) console.log(`${made} of ${wanted} applications`);
    }
    await db.analyze();
    console.log(`Made ${wanted} applications of ${users.length} people, with ${staff.length} more staff`);
  } finally {
    await db.close();
  }
});

function toMember({ phoneNumber }: UserEntity, now: Date): StaffMemberEntity {
  return { staffMemberId: randomUUID(), phoneNumber, source: "COMMAND", addedAt: now.toISOString() };
}

async function insertRows(transaction: EntityManager, rows: GeneratedRows): Promise<void> {
  await insertAll(transaction, VisaRequestEntity, rows.requests);
  await insertAll(transaction, VisaRequestEventEntity, rows.events);
  await insertAll(transaction, VisaApplicantEntity, rows.applicants);
  await insertAll(transaction, StoredFileEntity, rows.files);
  await insertAll(transaction, PaymentEntity, rows.payments);
}

/**
 * Uses plain SQL, because with this many rows TypeORM takes most of the time. A row's properties have the names of its
 * columns.
 */
async function insertAll<Row extends object>(
  transaction: EntityManager,
  entity: EntityTarget<Row>,
  rows: readonly Row[],
): Promise<void> {
  const { tableName } = transaction.connection.getMetadata(entity);
  for (let at = 0; at < rows.length; at += rowsInStatement) {
    const some = rows.slice(at, at + rowsInStatement);
    const columns = Object.keys(some[0]!);
    const places = `(${columns.map(() => "?").join(", ")})`;
    await queryRows(
      transaction,
      `INSERT INTO ${tableName} ("${columns.join('", "')}") VALUES ${some.map(() => places).join(", ")}`,
      some.flatMap((row) => Object.values(row) as SqlValue[]),
    );
  }
}
