import { AuditEventEntity } from "../modules/audit/audit.entity";
import { KnownDeviceEntity, LoginCodeEntity, SessionEntity } from "../modules/auth/auth.entity";
import { ConsentEntity } from "../modules/consent/consent.entity";
import { ApplicantKeepingEntity, KeptApplicantEntity } from "../modules/applicant/kept/keptApplicant.entity";
import { VisaApplicantEntity } from "../modules/applicant/applicant.entity";
import { ApplicantCorrectionEntity } from "../modules/review/correction/correction.entity";
import { DocumentReviewEntity } from "../modules/review/document/documentReview.entity";
import {
  VisaCountryEntity,
  VisaDocumentEntity,
  VisaEntity,
  VisaFaqEntity,
  VisaTermEntity,
  CatalogueChangeEntity,
  CountryWishEntity,
  RequirementListEntity,
} from "../modules/catalogue/catalogue.entity";
import { ApprovalEntity } from "../modules/approval/approval.entity";
import { KeptFileEntity, StoredFileEntity } from "../modules/file/file.entity";
import { NotificationEntity } from "../modules/notification/notification.entity";
import { PartnerEventEntity } from "../modules/partner/event/partnerEvent.entity";
import {
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
} from "../modules/partner/webhook/webhook.entity";
import {
  PartnerEntity,
  PartnerKeyEntity,
  PartnerMemberEntity,
  PartnerUsageEntity,
} from "../modules/partner/partner.entity";
import { PaymentEntity, PaymentOrderEntity, UntakenPaymentEntity } from "../modules/payment/payment.entity";
import { DisputeEntity, RefundEntity, MoneyTaskEntity } from "../modules/payment/refund/refund.entity";
import { WebhookEventEntity } from "../modules/payment/webhook/webhook.entity";
import { QueueCountEntity } from "../modules/review/queue/queueCount.entity";
import { SecondFactorEntity, StaffMemberEntity } from "../modules/staff/staff.entity";
import { StaffNoteEntity } from "../modules/review/case/staffNote.entity";
import { UserEntity } from "../modules/user/user.entity";
import { HandoverEntity } from "../modules/visaRequest/handover/handover.entity";
import { VisaRequestEntity, VisaRequestEventEntity } from "../modules/visaRequest/visaRequest.entity";

export const entities = [
  ApplicantCorrectionEntity,
  ApplicantKeepingEntity,
  ApprovalEntity,
  AuditEventEntity,
  CatalogueChangeEntity,
  ConsentEntity,
  CountryWishEntity,
  RequirementListEntity,
  HandoverEntity,
  KeptApplicantEntity,
  KeptFileEntity,
  KnownDeviceEntity,
  LoginCodeEntity,
  DisputeEntity,
  DocumentReviewEntity,
  MoneyTaskEntity,
  NotificationEntity,
  PartnerEntity,
  PartnerEventEntity,
  PartnerKeyEntity,
  PartnerMemberEntity,
  PartnerUsageEntity,
  PaymentEntity,
  PaymentOrderEntity,
  QueueCountEntity,
  RefundEntity,
  SessionEntity,
  SecondFactorEntity,
  StaffMemberEntity,
  StaffNoteEntity,
  StoredFileEntity,
  UntakenPaymentEntity,
  UserEntity,
  VisaApplicantEntity,
  VisaCountryEntity,
  VisaDocumentEntity,
  VisaEntity,
  VisaFaqEntity,
  VisaRequestEntity,
  VisaRequestEventEntity,
  VisaTermEntity,
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEntity,
];
