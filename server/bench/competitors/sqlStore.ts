/** Applications by statements that are prepared once, read as they are. */
import { join } from "node:path";
import sqlite3 from "sqlite3";
import type { AuditEventEntity } from "../../modules/audit/audit.entity";
import type { AuditChain } from "../../modules/audit/auditChain.sealing";
import type { SessionEntity } from "../../modules/auth/auth.entity";
import type { ConsentEntity } from "../../modules/consent/consent.entity";
import type { StoredFileEntity } from "../../modules/file/file.entity";
import type { UserEntity } from "../../modules/user/user.entity";
import type { VisaRequestEntity, VisaRequestEventEntity } from "../../modules/visaRequest/visaRequest.entity";
import { makeRequest, makeStep, makeTrail, maxOpen } from "./newRequest";
import { makeQueue, type RequestStore, type Traveller } from "./requestStore";

type Values = readonly (string | number | null)[];

export async function openSqlStore(dataDir: string, chain: AuditChain): Promise<RequestStore> {
  const file = join(dataDir, "portal.sqlite");
  const reader = await Connection.open(file, ["PRAGMA query_only=ON"]);
  const writer = await Connection.open(file, ["PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON"]);
  const inTurn = makeQueue();
  const findSession = reader.one<SessionEntity>(
    `SELECT * FROM session WHERE "sessionId" = ? AND "userId" = ?`,
  );
  const findRequest = reader.one<VisaRequestEntity>(
    `SELECT * FROM visa_request WHERE "visaRequestId" = ? AND "userId" = ?`,
  );
  const findTravellers = reader.all<Traveller & StoredFileEntity & { fileCreatedAt: string }>(
    `SELECT file.*, file."createdAt" AS "fileCreatedAt", applicant.*
     FROM visa_applicant applicant LEFT JOIN stored_file file USING ("visaApplicantId")
     WHERE applicant."visaRequestId" = ?
     ORDER BY applicant."createdAt", applicant."visaApplicantId", file."position"`,
  );
  const findConsents = reader.all<ConsentEntity>(
    `SELECT consent.* FROM consent JOIN visa_applicant USING ("visaApplicantId")
     WHERE "visaRequestId" = ? ORDER BY "givenAt", consent.rowid`,
  );

  const [begin, commit, rollback] = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"].map((sql) => writer.run(sql));
  /** All that has to be known before, in one statement: each is a switch of threads. */
  const findOwner = writer.one<UserEntity & { openCount: number; head: string }>(
    `SELECT user_account.*,
       (SELECT COUNT(*) FROM visa_request open WHERE open."userId" = user_account."userId"
        AND "visaRequestStatus" = 'PENDING' AND "paymentStatus" <> 'PAID') AS "openCount",
       (SELECT value FROM setting WHERE name = 'audit-head') AS head
     FROM user_account WHERE "userId" = ?`,
  );
  const saveHead = writer.run(`UPDATE setting SET value = ? WHERE name = 'audit-head'`);
  const insertRequest = writer.insert<VisaRequestEntity>("visa_request");
  const insertStep = writer.insert<VisaRequestEventEntity>("visa_request_event");
  const insertEvent = writer.insert<AuditEventEntity>("audit_event");

  return {
    findSession: ({ sessionId, userId }) => findSession([sessionId, userId]),
    findRequest: (visaRequestId, userId) => findRequest([visaRequestId, userId]),
    async findTravellers(visaRequestId) {
      const [rows, consents] = await Promise.all([
        findTravellers([visaRequestId]),
        findConsents([visaRequestId]),
      ]);
      const travellers = new Map<string, Traveller>();
      for (const row of rows) {
        const { visaApplicantId } = row;
        const consent = consents.findLast((one) => one.visaApplicantId === visaApplicantId) ?? null;
        const traveller = travellers.get(visaApplicantId) ?? { ...row, files: [], consent };
        travellers.set(visaApplicantId, traveller);
        if (row.fileId !== null) traveller.files.push({ ...row, createdAt: row.fileCreatedAt });
      }
      return [...travellers.values()];
    },
    create: (userId, visa) =>
      inTurn(async () => {
        await begin!([]);
        try {
          const owner = await findOwner([userId]);
          if (!owner || owner.openCount >= maxOpen) throw new Error("This traveller may start no more");
          const request = makeRequest(visa, owner, new Date());
          const { event, head } = makeTrail(chain, owner.head, request);
          await insertRequest(request);
          await insertStep(makeStep(request));
          await insertEvent(event);
          await saveHead([head]);
          await commit!([]);
          return request;
        } catch (error) {
          await rollback!([]);
          throw error;
        }
      }),
  };
}

/** Promises in place of callbacks, and nothing more. */
class Connection {
  readonly #db: sqlite3.Database;

  private constructor(db: sqlite3.Database) {
    this.#db = db;
  }

  static async open(file: string, pragmas: readonly string[]): Promise<Connection> {
    const db = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
    });
    const connection = new Connection(db);
    for (const pragma of ["PRAGMA journal_mode=WAL", "PRAGMA busy_timeout=5000", ...pragmas])
      await connection.all(pragma)([]);
    return connection;
  }

  /** By `all`: a statement that was asked by `get` stays open, and its connection sees nothing newer. */
  one<Row>(sql: string): (values: Values) => Promise<Row | undefined> {
    const all = this.all<Row>(sql);
    return async (values) => (await all(values))[0];
  }

  all<Row>(sql: string): (values: Values) => Promise<Row[]> {
    const statement = this.#db.prepare(sql);
    return (values) =>
      new Promise((resolve, reject) =>
        statement.all<Row>(values, (error, rows) => (error ? reject(error) : resolve(rows))),
      );
  }

  run(sql: string): (values: Values) => Promise<void> {
    const statement = this.#db.prepare(sql);
    return (values) =>
      new Promise((resolve, reject) => statement.run(values, (error) => (error ? reject(error) : resolve())));
  }

  /** Prepared at the first row, by whose columns it is. */
  insert<Row extends object>(table: string): (row: Row) => Promise<void> {
    let run: ((values: Values) => Promise<void>) | undefined;
    return (row) => {
      const columns = Object.keys(row);
      run ??= this.run(
        `INSERT INTO ${table} ("${columns.join('", "')}") VALUES (${columns.map(() => "?").join(", ")})`,
      );
      return run(Object.values(row) as Values);
    };
  }
}
