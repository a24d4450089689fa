/** Reads and writes applications with TypeORM's finds and inserts, as in its documentation. */
import { join } from "node:path";
import { In, IsNull, Not } from "typeorm";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { SettingEntity } from "../../platform/db/setting.entity";
import { VisaApplicantEntity } from "../../modules/applicant/applicant.entity";
import { AuditEventEntity } from "../../modules/audit/audit.entity";
import type { AuditChain } from "../../modules/audit/auditChain.crypto";
import { SessionEntity } from "../../modules/auth/auth.entity";
import { ApplicantCorrectionEntity } from "../../modules/review/correction/correction.entity";
import { ConsentEntity } from "../../modules/consent/consent.entity";
import { StoredFileEntity } from "../../modules/file/file.entity";
import { UserEntity } from "../../modules/user/user.entity";
import { VisaRequestEntity, VisaRequestEventEntity } from "../../modules/visaRequest/visaRequest.entity";
import { makeRequest, makeStep, makeTrail, maxOpen } from "./newRequest";
import { makeQueue, type RequestStore } from "./requestStore";
import { entities } from "../../app/entities";

export async function openTypeormStore(dataDir: string, chain: AuditChain): Promise<RequestStore> {
  const file = join(dataDir, "portal.sqlite");
  const { manager: reader } = await makeDataSource(file, entities).initialize();
  const writer = await makeDataSource(file, entities).initialize();
  await writer.query("PRAGMA synchronous=FULL");
  await writer.query("PRAGMA secure_delete=ON");
  await writer.query("PRAGMA cache_size=-32768");
  const serialised = makeQueue();
  const findRequest = async (visaRequestId: string, userId: string) =>
    (await reader.findOneBy(VisaRequestEntity, { visaRequestId, userId })) ?? undefined;
  return {
    findSession: async (claims) => (await reader.findOneBy(SessionEntity, { ...claims })) ?? undefined,
    findRequest,
    async findTravellers(visaRequestId) {
      const applicants = await reader.find(VisaApplicantEntity, {
        where: { visaRequestId },
        order: { createdAt: "ASC", visaApplicantId: "ASC" },
      });
      const ofThem = { visaApplicantId: In(applicants.map((one) => one.visaApplicantId)) };
      const files = await reader.find(StoredFileEntity, { where: ofThem, order: { position: "ASC" } });
      const consents = await reader.find(ConsentEntity, { where: ofThem, order: { givenAt: "ASC" } });
      return applicants.map((applicant) => {
        const isTheirs = (row: { visaApplicantId: string }) =>
          row.visaApplicantId === applicant.visaApplicantId;
        return { ...applicant, files: files.filter(isTheirs), consent: consents.findLast(isTheirs) ?? null };
      });
    },
    findCorrections: (visaApplicantId) =>
      reader.find(ApplicantCorrectionEntity, {
        where: { visaApplicantId, closedAt: IsNull() },
        order: { askedAt: "ASC", position: "ASC" },
      }),
    async create(userId, visa) {
      const { visaRequestId } = await serialised(() =>
        writer.transaction(async (transaction) => {
          const owner = await transaction.findOneBy(UserEntity, { userId });
          const open = { userId, visaRequestStatus: "PENDING", paymentStatus: Not("PAID" as const) } as const;
          if (!owner || (await transaction.countBy(VisaRequestEntity, open)) >= maxOpen)
            throw new Error("This traveller may not start more applications");
          const request = makeRequest(visa, owner, new Date());
          const name = "audit-head";
          const present = await transaction.findOneBy(SettingEntity, { name });
          const { event, head } = makeTrail(chain, present?.value, request);
          await transaction.insert(VisaRequestEntity, request);
          await transaction.insert(VisaRequestEventEntity, makeStep(request));
          await transaction.insert(AuditEventEntity, event);
          await transaction.update(SettingEntity, { name }, { value: head });
          return request;
        }),
      );
      return (await findRequest(visaRequestId, userId))!;
    },
  };
}
