/**
 * What another of our staff asked for, agreed to and done. Guards: staff alone, nobody on their own application; what
 * cannot be done as it was shown is closed. Calls: the service that asked for it.
 */
import type { Database } from "../../../db/database";
import { DomainError, notFound } from "../../../errors";
import type { Viewer } from "../../../viewer";
import type { ApprovalService } from "../../approval/approval.service";
import type { ApprovalEntity } from "../../approval/approval.entity";
import type { CatalogueAdminService } from "../../catalogue/catalogueAdmin.service";
import type { StoredFileEntity } from "../../file/file.entity";
import type { FileService } from "../../file/file.service";
import type { StaffService } from "../../staff/staff.service";
import { findRequest } from "../../visaRequest/visaRequest.repository";
import { assertNotOwnApplication } from "../case/caseAccess.service";
import { removeVisas } from "../decision/visaFile.service";
import type { AskedVisa, VisaGrantService } from "../decision/visaGrant.service";
import type { StaffRefundService } from "../refund/staffRefund.service";

interface Deps {
  db: Database;
  approvals: ApprovalService;
  catalogueAdmin: CatalogueAdminService;
  fileService: FileService;
  staff: StaffService;
  staffRefunds: StaffRefundService;
  visaGrants: VisaGrantService;
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
    const { approvals, catalogueAdmin, db, staff, staffRefunds, visaGrants } = this.#deps;
    const { staffId } = await staff.requireStaff(viewer);
    const approval = await approvals.getForAgreement(db.read, staffId, approvalId);
    const visaRequestId = requestIdOf(approval);
    if (visaRequestId !== null) {
      const request = await findRequest(db.read, visaRequestId);
      if (!request) throw notFound();
      await assertNotOwnApplication(db.read, request, staffId);
    }
    const services = { REFUND: staffRefunds, VISA_CHANGE: catalogueAdmin, VISA_MISMATCH: visaGrants };
    try {
      await services[approval.kind].carryOut(approval, staffId);
    } catch (error) {
      if (!(error instanceof DomainError) || !isOutdated(error)) throw error;
      // Where another was faster with it, this says so instead.
      await this.#undoing((undo) => approvals.void(approval, staffId, undo));
      throw new DomainError(
        "CONFLICT",
        `${error.message}. This cannot be agreed to any more: ask for it anew`,
      );
    }
  }

  /** Takes one's own back, or declines another's. Errors: NOT_FOUND, INVALID_STATE where it is closed. */
  async end(viewer: Viewer, approvalId: string): Promise<void> {
    await this.#undoing((undo) => this.#deps.approvals.end(viewer, approvalId, undo));
  }

  /** A visa that waited goes with its approval: its row in the same transaction, its bytes after it. */
  async #undoing(close: (undo: Parameters<ApprovalService["end"]>[2]) => Promise<void>): Promise<void> {
    const { fileService } = this.#deps;
    let visas: StoredFileEntity[] = [];
    await close(async (transaction, { kind, subjectId }) => {
      if (kind === "VISA_MISMATCH") visas = await removeVisas(transaction, subjectId);
    });
    await fileService.discard(visas);
  }
}

/** The application that an approval is about; null for a visa on offer. */
export function requestIdOf({ kind, subjectId, asked }: ApprovalEntity): string | null {
  if (kind === "VISA_CHANGE") return null;
  return kind === "REFUND" ? subjectId : (JSON.parse(asked) as AskedVisa).visaRequestId;
}

/** Whether a refusal says that what was shown is not so any more. */
function isOutdated({ code }: DomainError): boolean {
  return code === "CONFLICT" || code === "INVALID_STATE" || code === "NOT_FOUND";
}
