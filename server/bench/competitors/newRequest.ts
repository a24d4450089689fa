/** Creates the same rows for a new application as the product. */
import { randomUUID } from "node:crypto";
import { daysUntilVisa } from "../../core/processingTime.rules";
import type { AuditEventEntity } from "../../modules/audit/audit.entity";
import type { AuditChain } from "../../modules/audit/auditChain.crypto";
import type { CatalogueVisa } from "../../modules/catalogue/catalogue.rules";
import type { UserEntity } from "../../modules/user/user.entity";
import { makeRequestRow } from "../../modules/visaRequest/newRequest.logic";
import type { VisaRequestEntity, VisaRequestEventEntity } from "../../modules/visaRequest/visaRequest.entity";

/** The product's defaults. */
export const fees = { serviceFee: 499, gstPercent: 0 };
/** The product's limit on an owner's unpaid applications. */
export const maxOpen = 20;

const dayMs = 24 * 60 * 60 * 1000;
/** India is at UTC+5:30 all year. */
const indiaMs = 5.5 * 60 * 60 * 1000;
const dayAt = (ms: number) => new Date(ms + indiaMs).toISOString().slice(0, 10);

export function makeRequest(visa: CatalogueVisa, owner: UserEntity, now: Date): VisaRequestEntity {
  return makeRequestRow(visa, owner, {
    fees,
    now,
    travelDate: dayAt(now.getTime()),
    expectedDate: dayAt(now.getTime() + daysUntilVisa(visa.processingTime) * dayMs),
  });
}

export function makeStep({ visaRequestId, createdAt }: VisaRequestEntity): VisaRequestEventEntity {
  return {
    visaRequestEventId: randomUUID(),
    visaRequestId,
    at: createdAt,
    status: "PENDING",
    note: null,
  };
}

/** Returns the next event of the audit log and the new head. Throws if the head was tampered with. */
export function makeTrail(
  chain: AuditChain,
  headText: string | undefined,
  { visaRequestId, userId, createdAt }: VisaRequestEntity,
): { event: AuditEventEntity; head: string } {
  const head = chain.readHead(headText);
  if (!head) throw new Error("The head of the audit log is not valid");
  const event = {
    sequence: head.count + 1,
    at: createdAt,
    actorKind: "USER",
    actorId: userId,
    action: "REQUEST_CREATED",
    subjectKind: "REQUEST",
    subjectId: visaRequestId,
    visaRequestId,
    ownerUserId: userId,
    details: null,
    previousHash: head.hash,
  } as const;
  const hash = chain.hash(event);
  return { event: { ...event, hash }, head: chain.signHead({ count: event.sequence, hash }) };
}
