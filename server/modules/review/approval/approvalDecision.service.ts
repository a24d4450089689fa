/**
 * What another of our staff asked for, agreed to and done. Guards: staff alone, nobody on their own application; what
 * cannot be done as it was shown is closed. Calls: the service that asked for it.
 */
import type { Database } from "../../../db/database";
import { DomainError, notFound } from "../../../errors";
import type { Viewer } from "../../../viewer";
import type { ApprovalService } from "../../approval/approval.service";
import type { CatalogueAdminService } from "../../catalogue/catalogueAdmin.service";
import type { StaffService } from "../../staff/staff.service";
import { findRequest } from "../../visaRequest/visaRequest.repository";
import { assertNotOwnApplication } from "../case/caseAccess.service";
import type { StaffRefundService } from "../refund/staffRefund.service";

interface Deps {
  db: Database;
  approvals: ApprovalService;
  catalogueAdmin: CatalogueAdminService;
  staff: StaffService;
  staffRefunds: StaffRefundService;
}

export class ApprovalDecisionService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Agrees, and does what was asked for. Errors: NOT_FOUND; INVALID_STATE where one asked for it oneself, it is about
   * one's own application, or it was decided already; CONFLICT where it cannot be done any more as it was shown: it is
   * closed then.
   */
  async agree(viewer: Viewer, approvalId: string): Promise<void> {
    const { approvals, catalogueAdmin, db, staff, staffRefunds } = this.#deps;
    const { staffId } = await staff.requireStaff(viewer);
    const approval = await approvals.getForAgreement(db.read, staffId, approvalId);
    if (approval.kind === "REFUND") {
      const request = await findRequest(db.read, approval.subjectId);
      if (!request) throw notFound();
      await assertNotOwnApplication(db.read, request, staffId);
    }
    const service = approval.kind === "REFUND" ? staffRefunds : catalogueAdmin;
    try {
      await service.carryOut(approval, staffId);
    } catch (error) {
      if (!(error instanceof DomainError) || !isOutdated(error)) throw error;
      // Where another was faster with it, this says so instead.
      await approvals.void(approval, staffId);
      throw new DomainError(
        "CONFLICT",
        `${error.message}. This cannot be agreed to any more: ask for it anew`,
      );
    }
  }
}

/** Whether a refusal says that what was shown is not so any more. */
function isOutdated({ code }: DomainError): boolean {
  return code === "CONFLICT" || code === "INVALID_STATE" || code === "NOT_FOUND";
}
