import { jobLeasePrefix } from "../../../platform/db/JobLeases";
import { peerPrefix } from "../../../platform/process/PeerProcesses";
import type { IdempotencyKeyEntity } from "../../../platform/db/idempotencyKey.entity";
import type { SettingEntity } from "../../../platform/db/setting.entity";
import type {
  ApplicantKeepingEntity,
  KeptApplicantEntity,
} from "../../../modules/applicant/kept/keptApplicant.entity";
import type { VisaApplicantEntity } from "../../../modules/applicant/applicant.entity";
import type { ConsentEntity } from "../../../modules/consent/consent.entity";
import type { ApprovalEntity } from "../../../modules/approval/approval.entity";
import type { AuditEventEntity } from "../../../modules/audit/audit.entity";
import type { KnownDeviceEntity, LoginCodeEntity, SessionEntity } from "../../../modules/auth/auth.entity";
import type * as catalogue from "../../../modules/catalogue/catalogue.entity";
import type { CatalogueChangeEntity } from "../../../modules/catalogue/catalogue.entity";
import type { KeptFileEntity, StoredFileEntity } from "../../../modules/file/file.entity";
import type { NotificationEntity } from "../../../modules/notification/notification.entity";
import type {
  PartnerEntity,
  PartnerKeyEntity,
  PartnerMemberEntity,
  PartnerUsageEntity,
} from "../../../modules/partner/partner.entity";
import type { PartnerEventEntity } from "../../../modules/partner/event/partnerEvent.entity";
import type {
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
} from "../../../modules/partner/webhook/webhook.entity";
import type {
  PaymentEntity,
  PaymentOrderEntity,
  UntakenPaymentEntity,
} from "../../../modules/payment/payment.entity";
import type {
  DisputeEntity,
  RefundEntity,
  MoneyTaskEntity,
} from "../../../modules/payment/refund/refund.entity";
import type { WebhookEventEntity } from "../../../modules/payment/webhook/webhook.entity";
import type { StaffNoteEntity } from "../../../modules/review/case/staffNote.entity";
import type { ApplicantCorrectionEntity } from "../../../modules/review/correction/correction.entity";
import type { DocumentReviewEntity } from "../../../modules/review/document/documentReview.entity";
import type { QueueCountEntity } from "../../../modules/review/queue/queueCount.entity";
import type { SecondFactorEntity, StaffMemberEntity } from "../../../modules/staff/staff.entity";
import type { UserEntity } from "../../../modules/user/user.entity";
import type { HandoverEntity } from "../../../modules/visaRequest/handover/handover.entity";
import type {
  VisaRequestEntity,
  VisaRequestEventEntity,
} from "../../../modules/visaRequest/visaRequest.entity";
import type { RunningServer } from "../server/runningServer";
import { openBehind, type Row } from "./openBehind";

/** A row as SQLite stores it, typed without null, because a test that reads from a null fails at that line. */
type RowOf<Entity> = { [Name in keyof Entity]: ColumnOf<NonNullable<Entity[Name]>> };
type ColumnOf<Value> = Value extends boolean ? number : Value extends string | number ? Value : string;

/** Rows by table, in the order they were written. */
export interface Tables {
  applicant_keeping: RowOf<ApplicantKeepingEntity>[];
  applicant_correction: RowOf<ApplicantCorrectionEntity>[];
  approval: RowOf<ApprovalEntity>[];
  audit_event: RowOf<AuditEventEntity>[];
  catalogue_change: RowOf<CatalogueChangeEntity>[];
  consent: RowOf<ConsentEntity>[];
  handover: RowOf<HandoverEntity>[];
  idempotency_key: RowOf<IdempotencyKeyEntity>[];
  kept_applicant: RowOf<KeptApplicantEntity>[];
  kept_file: RowOf<KeptFileEntity>[];
  known_device: RowOf<KnownDeviceEntity>[];
  login_code: RowOf<LoginCodeEntity>[];
  dispute: RowOf<DisputeEntity>[];
  money_task: RowOf<MoneyTaskEntity>[];
  notification: RowOf<NotificationEntity>[];
  paper_verdict: RowOf<DocumentReviewEntity>[];
  partner: RowOf<PartnerEntity>[];
  partner_event: RowOf<PartnerEventEntity>[];
  partner_key: RowOf<PartnerKeyEntity>[];
  partner_member: RowOf<PartnerMemberEntity>[];
  partner_usage: RowOf<PartnerUsageEntity>[];
  payment: RowOf<PaymentEntity>[];
  payment_order: RowOf<PaymentOrderEntity>[];
  queue_count: RowOf<QueueCountEntity>[];
  refund: RowOf<RefundEntity>[];
  session: RowOf<SessionEntity>[];
  setting: RowOf<SettingEntity>[];
  second_factor: RowOf<SecondFactorEntity>[];
  staff_member: RowOf<StaffMemberEntity>[];
  staff_note: RowOf<StaffNoteEntity>[];
  stored_file: RowOf<StoredFileEntity>[];
  untaken_payment: RowOf<UntakenPaymentEntity>[];
  user_account: RowOf<UserEntity>[];
  visa: RowOf<catalogue.VisaEntity>[];
  visa_applicant: RowOf<VisaApplicantEntity>[];
  visa_country: RowOf<catalogue.VisaCountryEntity>[];
  visa_document: RowOf<catalogue.VisaDocumentEntity>[];
  requirement_list: RowOf<catalogue.RequirementListEntity>[];
  visa_faq: RowOf<catalogue.VisaFaqEntity>[];
  webhook_attempt: RowOf<WebhookAttemptEntity>[];
  webhook_delivery: RowOf<WebhookDeliveryEntity>[];
  webhook_endpoint: RowOf<WebhookEndpointEntity>[];
  visa_request: RowOf<VisaRequestEntity>[];
  visa_request_event: RowOf<VisaRequestEventEntity>[];
  visa_term: RowOf<catalogue.VisaTermEntity>[];
  webhook_event: RowOf<WebhookEventEntity>[];
  /** The database's own tables: generated numbers and applied migrations. */
  sqlite_sequence: Row[];
  migrations: Row[];
}

export type TableName = keyof Tables;

/** The tables that hold an application and its payments. */
export const requestTables = [
  "visa_request",
  "visa_request_event",
  "visa_applicant",
  "stored_file",
  "payment_order",
  "payment",
] as const satisfies TableName[];

/**
 * Returns the committed rows of these tables, or of all tables if none is named. The server may be running, because all
 * tables are read from one snapshot. Omits the leases of jobs and the entries of processes in `setting`, because every
 * process may renew them at any time.
 */
export async function readTables<Name extends TableName = TableName>(
  server: Pick<RunningServer, "dataDir">,
  names?: readonly Name[],
): Promise<Pick<Tables, Name>> {
  const db = await openBehind(server);
  try {
    if (!names || (names as readonly TableName[]).includes("audit_event")) await db.settle();
    // Without a snapshot, each table would be read at a different moment, and a payment recorded meanwhile would be
    // incomplete.
    await db.query(db.beginReading);
    const tables: Record<string, Row[]> = {};
    for (const name of names ?? (await db.listTables())) tables[name] = await db.readInOrder(name);
    if (tables.setting)
      tables.setting = tables.setting.filter(
        ({ name }) => !String(name).startsWith(jobLeasePrefix) && !String(name).startsWith(peerPrefix),
      );
    return tables as unknown as Pick<Tables, Name>;
  } finally {
    await db.close();
  }
}
