/**
 * Refunds that staff decide on. Guards: only the assigned staff member decides, within the refund rules; exceptions
 * require a note. Calls: the refund service, after the commit.
 */
import { formatInr } from "../../../core/money.rules";
import type { EntityManager } from "typeorm";
import { DomainError, throwIfAny } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import { insertNote } from "../case/case.repository";
import type { CaseDeps } from "../case/case.service";
import { makeNote, type CaseView } from "../case/case.view";
import { getOwnCase } from "../case/caseAccess.logic";
import type { ApprovalEntity } from "../../approval/approval.entity";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { getRequest } from "../../visaRequest/visaRequest.reads";
import { needsNote, noteForException, type RefundReason } from "../../payment/refund/refund.rules";
import { checkNote, normaliseNote } from "../../../core/note.rules";
import type { RefundService } from "../../payment/refund/refund.service";
import { assertSameAmount, type RefundDecisionService } from "../../payment/refund/refundDecision.service";
import { reasonOffers, type Ledger } from "../../payment/refund/refundOffers.rules";
import { findLedger } from "../../payment/refund/refund.reads";

interface Deps extends Pick<CaseDeps, "approvals" | "cases" | "clock" | "db" | "keys" | "staff"> {
  refunds: RefundService;
  refundDecisions: RefundDecisionService;
}

export interface StaffRefundInput {
  visaRequestId: string;
  reason: RefundReason;
  /** The amount that was shown, in whole rupees. */
  expectedAmount: number;
  note?: string | null;
}

export class StaffRefundService {
  constructor(private readonly deps: Deps) {}

  /** Returns the refund that is possible now for each reason. Errors: as in `requireStaff`, NOT_FOUND. */
  async listOffers(caller: Principal, visaRequestId: string) {
    const { db, staff } = this.deps;
    await staff.requireStaff(caller, "staffRefundOffers");
    const request = await getRequest(db.read, visaRequestId);
    return reasonOffers(request, await findLedger(db.read, visaRequestId));
  }

  /**
   * Decides on a refund or, above `FOUR_EYES_ABOVE_INR`, requests another staff member's approval. Errors: NOT_FOUND,
   * violations of the note; INVALID_STATE if the case is not assigned to the caller, the rules do not allow a refund
   * or a request is open; CONFLICT if the amount has changed.
   */
  async refund(caller: Principal, input: StaffRefundInput): Promise<CaseView> {
    const { approvals, db, cases, refundDecisions, refunds, staff } = this.deps;
    const { staffId } = await staff.requireStaff(caller, "staffRefund");
    const { visaRequestId, reason, expectedAmount } = input;
    throwIfAny(checkNote(input.note, "note", needsNote(reason) ? noteForException : undefined));
    const reasonGiven = normaliseNote(input.note);
    await refundDecisions.syncFailedRefunds(visaRequestId);
    const refundId = await db.write(async (transaction) => {
      const request = await getOwnCase(transaction, staffId, visaRequestId);
      const { amount, ledger } = await getOffer(transaction, request, { reason, amount: expectedAmount });
      const isAsked = approvals.requiresApproval(amount);
      // Notes are removed together with the personal data, so a later note would never be removed.
      if (reasonGiven && !request.papersRemovedAt) {
        const text = `${isAsked ? "Request for a refund" : "Refund"} of ${formatInr(amount)}, ${reason}: ${reasonGiven}`;
        await insertNote(transaction, makeNote(this.deps, { visaRequestId, staffId, text }));
      }
      if (isAsked) {
        await approvals.ask(transaction, {
          kind: "REFUND",
          subjectId: visaRequestId,
          text: `Refund of ${formatInr(amount)} for ${request.visaReferenceNo}: ${reasonWords[reason]}`,
          asked: { reason, amount } satisfies AskedRefund,
          staffId,
          request,
        });
        return undefined;
      }
      return refundDecisions.decide(transaction, request, ledger, { by: { staffId }, reason, amount });
    });
    if (refundId !== undefined) await refunds.send(refundId);
    return cases.getCase(staffId, visaRequestId);
  }

  /**
   * Approves a requested refund and makes it. Errors: as in `agree`; NOT_FOUND, INVALID_STATE and CONFLICT if the
   * refund is no longer possible.
   */
  async carryOut(approval: ApprovalEntity, staffId: string): Promise<void> {
    const { approvals, db, refundDecisions, refunds } = this.deps;
    const { subjectId, askedByStaffId } = approval;
    const asked = JSON.parse(approval.asked) as AskedRefund;
    await refundDecisions.syncFailedRefunds(subjectId);
    const refundId = await db.write(async (transaction) => {
      const request = await getRequest(transaction, subjectId);
      await approvals.agree(transaction, approval, { staffId, request });
      const { ledger } = await getOffer(transaction, request, asked);
      const decision = { ...asked, by: { staffId: askedByStaffId } };
      return refundDecisions.decide(transaction, request, ledger, decision);
    });
    await refunds.send(refundId);
  }
}

const reasonWords: Record<RefundReason, string> = {
  TRAVELLER_WITHDREW: "the traveller withdrew",
  OUR_MISTAKE: "our mistake",
  GOODWILL: "goodwill",
};

interface AskedRefund {
  reason: RefundReason;
  /** In whole rupees. */
  amount: number;
}

/**
 * Returns the refund that the rules allow. Errors: INVALID_STATE if they do not allow any, CONFLICT if they allow
 * another amount.
 */
async function getOffer(
  transaction: EntityManager,
  request: VisaRequestEntity,
  { reason, amount }: AskedRefund,
): Promise<{ amount: number; ledger: Ledger }> {
  const ledger = await findLedger(transaction, request.visaRequestId);
  const offer = reasonOffers(request, ledger).find((one) => one.reason === reason);
  if (!offer)
    throw new DomainError(
      "INVALID_STATE",
      ledger.payments.length === 0
        ? "Nothing was paid for this application"
        : "A refund for this application is already under way",
    );
  if (offer.amount === 0) throw new DomainError("INVALID_STATE", offer.text);
  assertSameAmount(offer.amount, amount);
  return { amount, ledger };
}
