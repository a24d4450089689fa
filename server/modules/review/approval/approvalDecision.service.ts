/** Grants or closes approval requests. Guards: staff only, and not for their own application. */
import type { EntityManager } from "typeorm";
import { DomainError } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import type { ApprovalService } from "../../approval/approval.service";
import type { ApprovalEntity } from "../../approval/approval.entity";
import type { CatalogueAdminService } from "../../catalogue/catalogueAdmin.service";
import type { StoredFileEntity } from "../../file/file.entity";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { findRequest, getRequest } from "../../visaRequest/visaRequest.reads";
import type { CaseDeps } from "../case/case.service";
import { assertNotOwnApplication } from "../case/caseAccess.logic";
import type { AskedVisa, VisaGrantService } from "../decision/visaGrant.service";
import type { StaffRefundService } from "../refund/staffRefund.service";

interface Deps extends Pick<CaseDeps, "approvals" | "db" | "fileService" | "staff"> {
  catalogueAdmin: CatalogueAdminService;
  staffRefunds: StaffRefundService;
  visaGrants: VisaGrantService;
}

export class ApprovalDecisionService {
  constructor(private readonly deps: Deps) {}

  /**
   * Approves a request and performs its action. Errors: NOT_FOUND; INVALID_STATE for the caller's own request or
   * application, or if the request is already closed; CONFLICT if the action is no longer possible as shown,
   * which closes the request.
   */
  async agree(caller: Principal, approvalId: string): Promise<void> {
    const { approvals, catalogueAdmin, db, staff, staffRefunds, visaGrants } = this.deps;
    const { staffId } = await staff.requireStaff(caller, "staffAgreeToApproval");
    const approval = await approvals.getForAgreement(db.read, staffId, approvalId);
    const visaRequestId = findRequestId(approval);
    if (visaRequestId !== null) {
      const request = await getRequest(db.read, visaRequestId);
      await assertNotOwnApplication(db.read, request, staffId);
    }
    const services = { REFUND: staffRefunds, VISA_CHANGE: catalogueAdmin, VISA_MISMATCH: visaGrants };
    try {
      await services[approval.kind].carryOut(approval, staffId);
    } catch (error) {
      if (!(error instanceof DomainError) || !isOutdated(error)) throw error;
      // If another staff member has closed the request in the meantime, `void` reports that instead.
      await this.#undoing((undo) => approvals.void(approval, staffId, undo));
      throw new DomainError("CONFLICT", `${error.message}. This can no longer be approved. Request it again`);
    }
  }

  /** Withdraws the caller's own request, or declines another member's. Errors: NOT_FOUND, INVALID_STATE. */
  async end(caller: Principal, approvalId: string): Promise<void> {
    await this.#undoing((undo) => this.deps.approvals.end(caller, approvalId, undo));
  }

  /**
   * Closes an approval and removes the visa that waited for it: the file's row in the same transaction, its bytes
   * afterwards.
   */
  async #undoing(close: (undo: Parameters<ApprovalService["end"]>[2]) => Promise<void>): Promise<void> {
    const { fileService } = this.deps;
    let visas: StoredFileEntity[] = [];
    await close(async (transaction, { kind, subjectId }) => {
      if (kind === "VISA_MISMATCH")
        visas = await fileService.removeByApplicants(transaction, [subjectId], "VISA");
    });
    await fileService.discard(visas);
  }
}

/** Returns the id of the application that an approval is about; null for a visa in the catalogue. */
export function findRequestId({ kind, subjectId, asked }: ApprovalEntity): string | null {
  if (kind === "VISA_CHANGE") return null;
  return kind === "REFUND" ? subjectId : (JSON.parse(asked) as AskedVisa).visaRequestId;
}

export async function findApprovalRequest(
  db: EntityManager,
  approval: ApprovalEntity,
): Promise<VisaRequestEntity | undefined> {
  const visaRequestId = findRequestId(approval);
  return visaRequestId === null ? undefined : findRequest(db, visaRequestId);
}

/** True if the error means that the requested action is no longer possible as shown. */
function isOutdated({ code }: DomainError): boolean {
  return code === "CONFLICT" || code === "INVALID_STATE" || code === "NOT_FOUND";
}
