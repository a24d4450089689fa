import { QueueService } from "./queue/queue.service";
import { CaseService } from "./case/case.service";
import { CaseAssignmentService } from "./case/caseAssignment.service";
import { CorrectionService } from "./correction/correction.service";
import { CorrectionRequestService } from "./correction/correctionRequest.service";
import { OpenCorrectionService } from "./correction/openCorrection.service";
import { AddedDocumentService } from "./document/addedDocument.service";
import { DocumentReviewService } from "./document/documentReview.service";
import { MrzService } from "./mrz/mrz.service";
import { DecisionService } from "./decision/decision.service";
import { TakeBackService } from "./decision/takeBack.service";
import { VisaGrantService } from "./decision/visaGrant.service";
import { MoneyTaskService } from "./refund/moneyTask.service";
import { StaffRefundService } from "./refund/staffRefund.service";
import { ApprovalDecisionService } from "./approval/approvalDecision.service";
import type { AuditService } from "../audit/audit.service";
import type { StaffService } from "../staff/staff.service";
import type { FileService } from "../file/file.service";
import type { ApplicantFileService } from "../applicant/applicantFile.service";
import type { ApplicantService } from "../applicant/applicant.service";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import type { NotificationService } from "../notification/notification.service";
import type { ApprovalService } from "../approval/approval.service";
import type { CatalogueAdminService } from "../catalogue/catalogueAdmin.service";
import type { RefundService } from "../payment/refund/refund.service";
import type { RefundDecisionService } from "../payment/refund/refundDecision.service";
import type { Platform } from "../../platform/adapters/Platform";

interface Earlier {
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

export function wireReview(
  { clock, db, keys }: Platform,
  {
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
  }: Earlier,
) {
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
