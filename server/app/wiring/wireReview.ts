/** The services of the noun review, in order of their dependencies. */
import { QueueService } from "../../modules/review/queue/queue.service";
import { CaseService } from "../../modules/review/case/case.service";
import { CaseAssignmentService } from "../../modules/review/case/caseAssignment.service";
import { CorrectionService } from "../../modules/review/correction/correction.service";
import { CorrectionRequestService } from "../../modules/review/correction/correctionRequest.service";
import { OpenCorrectionService } from "../../modules/review/correction/openCorrection.service";
import { AddedDocumentService } from "../../modules/review/document/addedDocument.service";
import { DocumentReviewService } from "../../modules/review/document/documentReview.service";
import { MrzService } from "../../modules/review/mrz/mrz.service";
import { DecisionService } from "../../modules/review/decision/decision.service";
import { TakeBackService } from "../../modules/review/decision/takeBack.service";
import { VisaGrantService } from "../../modules/review/decision/visaGrant.service";
import { MoneyTaskService } from "../../modules/review/refund/moneyTask.service";
import { StaffRefundService } from "../../modules/review/refund/staffRefund.service";
import { ApprovalDecisionService } from "../../modules/review/approval/approvalDecision.service";
import type { AuditService } from "../../modules/audit/audit.service";
import type { StaffService } from "../../modules/staff/staff.service";
import type { FileService } from "../../modules/file/file.service";
import type { ApplicantFileService } from "../../modules/applicant/applicantFile.service";
import type { ApplicantService } from "../../modules/applicant/applicant.service";
import type { VisaRequestService } from "../../modules/visaRequest/visaRequest.service";
import type { NotificationService } from "../../modules/notification/notification.service";
import type { ApprovalService } from "../../modules/approval/approval.service";
import type { CatalogueAdminService } from "../../modules/catalogue/catalogueAdmin.service";
import type { RefundService } from "../../modules/payment/refund/refund.service";
import type { RefundDecisionService } from "../../modules/payment/refund/refundDecision.service";
import type { Adapters } from "./openAdapters";

interface Deps {
  adapters: Adapters;
  applicantFiles: ApplicantFileService;
  applicants: ApplicantService;
  approvals: ApprovalService;
  audit: AuditService;
  catalogueAdmin: CatalogueAdminService;
  fileService: FileService;
  notifications: NotificationService;
  refundDecisions: RefundDecisionService;
  refunds: RefundService;
  staff: StaffService;
  visaRequests: VisaRequestService;
}

export function wireReview({
  adapters,
  applicantFiles,
  applicants,
  approvals,
  audit,
  catalogueAdmin,
  fileService,
  notifications,
  refundDecisions,
  refunds,
  staff,
  visaRequests,
}: Deps) {
  const { clock, db, keys } = adapters;

  const queue = new QueueService({ db, clock, audit, keys, staff });
  const cases = new CaseService({ db, audit, keys, staff });
  const caseAssignments = new CaseAssignmentService({ db, clock, audit, keys, staff, cases });
  const corrections = new CorrectionService({
    db,
    clock,
    audit,
    keys,
    fileService,
    applicantFiles,
    applicants,
    visaRequests,
  });
  const asking = { db, clock, audit, keys, notifications, staff, cases };
  const correctionRequests = new CorrectionRequestService(asking);
  const openCorrections = new OpenCorrectionService(asking);
  const addedDocuments = new AddedDocumentService({
    db,
    clock,
    audit,
    keys,
    fileService,
    applicantFiles,
    applicants,
  });
  const documentReviews = new DocumentReviewService({ db, clock, audit, keys, staff, cases });
  const mrz = new MrzService({ db, clock, audit, keys, staff, cases });
  const decisions = new DecisionService({ db, clock, audit, keys, notifications, staff, cases });
  const visaGrants = new VisaGrantService({
    db,
    clock,
    approvals,
    audit,
    keys,
    fileService,
    notifications,
    staff,
    cases,
  });
  const takeBacks = new TakeBackService({ db, clock, audit, fileService, notifications, staff, cases });
  const moneyTasks = new MoneyTaskService({ db, clock, audit, staff, cases });
  const staffRefunds = new StaffRefundService({
    db,
    clock,
    approvals,
    keys,
    staff,
    cases,
    refunds,
    refundDecisions,
  });
  const approvalDecisions = new ApprovalDecisionService({
    db,
    approvals,
    catalogueAdmin,
    fileService,
    staff,
    staffRefunds,
    visaGrants,
  });

  return {
    addedDocuments,
    approvalDecisions,
    caseAssignments,
    cases,
    correctionRequests,
    corrections,
    decisions,
    documentReviews,
    moneyTasks,
    mrz,
    openCorrections,
    queue,
    staffRefunds,
    takeBacks,
    visaGrants,
  };
}
