import * as applicant from "../modules/applicant/applicant.entity";
import * as keptApplicant from "../modules/applicant/kept/keptApplicant.entity";
import * as approval from "../modules/approval/approval.entity";
import * as audit from "../modules/audit/audit.entity";
import * as auth from "../modules/auth/auth.entity";
import * as catalogue from "../modules/catalogue/catalogue.entity";
import * as consent from "../modules/consent/consent.entity";
import * as file from "../modules/file/file.entity";
import * as notification from "../modules/notification/notification.entity";
import * as partnerEvent from "../modules/partner/event/partnerEvent.entity";
import * as partner from "../modules/partner/partner.entity";
import * as webhook from "../modules/partner/webhook/webhook.entity";
import * as payment from "../modules/payment/payment.entity";
import * as refund from "../modules/payment/refund/refund.entity";
import * as webhookEvent from "../modules/payment/webhook/webhook.entity";
import * as staffNote from "../modules/review/case/staffNote.entity";
import * as correction from "../modules/review/correction/correction.entity";
import * as documentReview from "../modules/review/document/documentReview.entity";
import * as queueCount from "../modules/review/queue/queueCount.entity";
import * as staff from "../modules/staff/staff.entity";
import * as user from "../modules/user/user.entity";
import * as handover from "../modules/visaRequest/handover/handover.entity";
import * as visaRequest from "../modules/visaRequest/visaRequest.entity";

/** All classes of the entity files, which export nothing else. */
export const entities = [
  applicant,
  keptApplicant,
  approval,
  audit,
  auth,
  catalogue,
  consent,
  file,
  notification,
  partnerEvent,
  partner,
  webhook,
  payment,
  refund,
  webhookEvent,
  staffNote,
  correction,
  documentReview,
  queueCount,
  staff,
  user,
  handover,
  visaRequest,
].flatMap((file) => Object.values(file) as (new () => object)[]);
