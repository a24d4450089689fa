import { QueueService } from "./queue/queue.service";
import { CaseService } from "./case/case.service";
import { CaseAssignmentService } from "./case/caseAssignment.service";
import { CorrectionService } from "./correction/correction.service";
import { CorrectionRequestService } from "./correction/correctionRequest.service";
import { AddedDocumentService } from "./document/addedDocument.service";
import { DocumentReviewService } from "./document/documentReview.service";
import { MrzService } from "./mrz/mrz.service";
import { DecisionService } from "./decision/decision.service";
import { VisaGrantService } from "./decision/visaGrant.service";
import { MoneyTaskService } from "./refund/moneyTask.service";
import { StaffRefundService } from "./refund/staffRefund.service";
import { ApprovalDecisionService } from "./approval/approvalDecision.service";
import type { DepsOf } from "../../platform/adapters/Platform";

type Deps = DepsOf<typeof ApprovalDecisionService | typeof MoneyTaskService | typeof StaffRefundService>;

export function wireReview(earlier: Omit<Deps, "cases" | "staffRefunds" | "visaGrants">) {
  const cases = new CaseService(earlier);
  const known = { ...earlier, cases };
  const staffRefunds = new StaffRefundService(known);
  const visaGrants = new VisaGrantService(known);
  return {
    addedDocuments: new AddedDocumentService(known),
    approvalDecisions: new ApprovalDecisionService({ ...known, staffRefunds, visaGrants }),
    caseAssignments: new CaseAssignmentService(known),
    cases,
    correctionRequests: new CorrectionRequestService(known),
    corrections: new CorrectionService(known),
    decisions: new DecisionService(known),
    documentReviews: new DocumentReviewService(known),
    moneyTasks: new MoneyTaskService(known),
    mrz: new MrzService(known),
    queue: new QueueService(known),
    staffRefunds,
    visaGrants,
  };
}
