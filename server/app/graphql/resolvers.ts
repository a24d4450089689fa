import { accountMutations, userErasureFields } from "../../modules/account/account.resolvers";
import {
  applicantMutations,
  applicantTypes,
  partnerFileFields,
  requestApplicantFields,
} from "../../modules/applicant/applicant.resolvers";
import { requestAuditFields } from "../../modules/audit/audit.resolvers";
import { authMutations, authQueries, userIdentityFields } from "../../modules/auth/auth.resolvers";
import {
  catalogueMutations,
  catalogueQueries,
  catalogueTypes,
} from "../../modules/catalogue/catalogue.resolvers";
import {
  catalogueAdminMutations,
  catalogueAdminQueries,
  catalogueAdminTypes,
} from "../../modules/catalogue/catalogueAdmin.resolvers";
import {
  failedMessageMutations,
  failedMessageQueries,
  queueMessageFields,
} from "../../modules/notification/failedMessage.resolvers";
import { partnerEventQueries } from "../../modules/partner/event/partnerEvent.resolvers";
import {
  webhookMutations,
  webhookQueries,
  webhookTypes,
} from "../../modules/partner/webhook/webhook.resolvers";
import {
  accessEventFields,
  partnerFields,
  partnerMutations,
  partnerQueries,
  partnerUsedFields,
} from "../../modules/partner/partner.resolvers";
import { paymentMutations, requestPaymentFields } from "../../modules/payment/payment.resolvers";
import { caseMutations, caseQueries, caseTypes } from "../../modules/review/case/case.resolvers";
import {
  answeredCorrectionFields,
  applicantCorrectionFields,
  correctionMutations,
} from "../../modules/review/correction/correction.resolvers";
import { decisionMutations, staffApplicantDecision } from "../../modules/review/decision/decision.resolvers";
import {
  documentReviewMutations,
  documentReviewTypes,
  staffPaperFields,
} from "../../modules/review/document/documentReview.resolvers";
import { mrzMutations, staffApplicantMrz } from "../../modules/review/mrz/mrz.resolvers";
import { queueQueries, queueTypes } from "../../modules/review/queue/queue.resolvers";
import {
  staffMoneyTypes,
  staffRefundMutations,
  staffRefundQueries,
} from "../../modules/review/refund/staffRefund.resolvers";
import { staffMutations, staffQueries, userStaffFields } from "../../modules/staff/staff.resolvers";
import { testWorldMutations } from "../../modules/testWorld/testWorld.resolvers";
import { userMutations, userQueries } from "../../modules/user/user.resolvers";
import {
  keptApplicantMutations,
  keptApplicantQueries,
} from "../../modules/applicant/kept/keptApplicant.resolvers";
import { handoverMutations, handoverQueries } from "../../modules/visaRequest/handover/handover.resolvers";
import {
  partnerRequestFields,
  visaRequestFields,
  visaRequestMutations,
  visaRequestQueries,
} from "../../modules/visaRequest/visaRequest.resolvers";
import {
  approvalMutations,
  approvalQueries,
  approvalTypes,
} from "../../modules/review/approval/approval.resolvers";
import type { CompleteResolvers } from "../../modules/completeResolvers";
import type { GraphqlContext } from "./context";
import { rejectControlCharacters } from "../../platform/graphql/rejectControlCharacters";
import { scalars } from "../../platform/graphql/scalars";

type AllResolvers = CompleteResolvers<GraphqlContext>;

/** Merges the resolvers of all modules. Types that several modules contribute to are assembled here. */
export const resolvers: AllResolvers = {
  ...scalars,
  ...catalogueTypes,
  ...catalogueAdminTypes,
  ...queueTypes,
  ...caseTypes,
  ...documentReviewTypes,
  ...applicantTypes,
  ...webhookTypes,
  AccessEvent: accessEventFields,
  Partner: partnerFields,
  PartnerUsed: { ...partnerUsedFields, ...partnerRequestFields, ...partnerFileFields },
  User: { ...userIdentityFields, ...userStaffFields, ...userErasureFields },
  VisaRequest: {
    ...requestAuditFields,
    ...visaRequestFields,
    ...requestApplicantFields,
    ...requestPaymentFields,
  },
  VisaApplicant: { ...applicantTypes.VisaApplicant, ...applicantCorrectionFields },
  StaffQueueCounts: queueMessageFields,
  StaffApplicant: {
    ...caseTypes.StaffApplicant,
    ...applicantCorrectionFields,
    ...answeredCorrectionFields,
    ...staffApplicantMrz,
    ...staffApplicantDecision,
    ...approvalTypes.StaffApplicant,
  },
  StaffCase: { ...caseTypes.StaffCase, ...staffMoneyTypes.StaffCase, ...approvalTypes.StaffCase },
  StaffApproval: approvalTypes.StaffApproval,
  StaffPayment: staffMoneyTypes.StaffPayment,
  StaffVisa: approvalTypes.StaffVisa,
  StaffPaper: { ...caseTypes.StaffPaper, ...staffPaperFields },
  Query: rejectControlCharacters<AllResolvers["Query"]>(
    {
      siteInfo: (_root, _args, { services }) => services.siteInfo,
      ...catalogueQueries,
      ...catalogueAdminQueries,
      ...failedMessageQueries,
      ...userQueries,
      ...authQueries,
      ...partnerQueries,
      ...partnerEventQueries,
      ...webhookQueries,
      ...visaRequestQueries,
      ...handoverQueries,
      ...keptApplicantQueries,
      ...staffQueries,
      ...queueQueries,
      ...caseQueries,
      ...staffRefundQueries,
      ...approvalQueries,
    },
    "query",
  ),
  Mutation: rejectControlCharacters<AllResolvers["Mutation"]>(
    {
      ...catalogueAdminMutations,
      ...catalogueMutations,
      ...failedMessageMutations,
      ...userMutations,
      ...authMutations,
      ...partnerMutations,
      ...webhookMutations,
      ...visaRequestMutations,
      ...handoverMutations,
      ...applicantMutations,
      ...keptApplicantMutations,
      ...paymentMutations,
      ...caseMutations,
      ...correctionMutations,
      ...documentReviewMutations,
      ...decisionMutations,
      ...mrzMutations,
      ...staffMutations,
      ...staffRefundMutations,
      ...approvalMutations,
      ...accountMutations,
      ...testWorldMutations,
    },
    "mutation",
  ),
};
