/** Reads and writes applications with prepared statements, without mapping. */
import { join } from "node:path";
import type { AuditEventEntity } from "../../modules/audit/audit.entity";
import type { AuditChain } from "../../modules/audit/auditChain.crypto";
import type { SessionEntity } from "../../modules/auth/auth.entity";
import type { ApplicantCorrectionEntity } from "../../modules/review/correction/correction.entity";
import type { ConsentEntity } from "../../modules/consent/consent.entity";
import type { StoredFileEntity } from "../../modules/file/file.entity";
import type { VisaRequestEntity, VisaRequestEventEntity } from "../../modules/visaRequest/visaRequest.entity";
import { makeRequest, makeStep, makeTrail, maxOpen } from "./newRequest";
import { makeQueue, type RequestStore, type Traveller } from "./requestStore";
import { PreparedSql, sqlByOperation, writerPragmas, type Owner } from "./preparedSql";

export async function openSqlStore(dataDir: string, chain: AuditChain): Promise<RequestStore> {
  const file = join(dataDir, "portal.sqlite");
  const reader = await PreparedSql.open(file, ["PRAGMA query_only=ON"]);
  const writer = await PreparedSql.open(file, writerPragmas);
  const serialised = makeQueue();
  const findSession = reader.one<SessionEntity>(sqlByOperation.session);
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
  const findCorrections = reader.all<ApplicantCorrectionEntity>(
    `SELECT * FROM applicant_correction WHERE "visaApplicantId" = ? AND "closedAt" IS NULL
     ORDER BY "askedAt", "position"`,
  );

  const [begin, commit, rollback] = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"].map((sql) => writer.run(sql));
  const findOwner = writer.one<Owner>(sqlByOperation.owner);
  const saveHead = writer.run(sqlByOperation.saveHead);
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
    findCorrections: (visaApplicantId) => findCorrections([visaApplicantId]),
    create: (userId, visa) =>
      serialised(async () => {
        await begin!([]);
        try {
          const owner = await findOwner([userId]);
          if (!owner || owner.openCount >= maxOpen)
            throw new Error("This traveller may not start more applications");
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
