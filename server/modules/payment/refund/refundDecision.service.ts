/**
 * Decides on refunds by the refund rules, never by an amount that a client sends. Guards: travellers withdraw only
 * before the review; staff decide on cases assigned to them; the amount refunded is the amount that was shown. Calls:
 * the refund service, after the commit.
 */
import type { Platform } from "../../../platform/adapters/Platform";
import { formatInr, toPaise } from "../../../core/money.rules";
import type { EntityManager } from "typeorm";
import { DomainError } from "../../../core/errors";
import { requirePerson, type Principal } from "../../../core/principal";
import type { ApprovalService } from "../../approval/approval.service";
import type { Actor, AuditService } from "../../audit/audit.service";
import type { PartnerEventService } from "../../partner/event/partnerEvent.service";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { mayMove } from "../../visaRequest/visaRequest.rules";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import * as payments from "../payment.repository";
import { closeTask } from "./refund.repository";
import { refundRule, type RefundReason } from "./refund.rules";
import type { RefundService } from "./refund.service";
import type { RefundSyncService } from "./refundSync.service";
import { amountLeft, findPaying, refundOffer, type Ledger } from "./refundOffers.rules";
import { findLedgers, findLedger } from "./refund.reads";

interface Deps extends Pick<Platform, "db" | "clock"> {
  approvals: Pick<ApprovalService, "closeRefund">;
  audit: AuditService;
  partnerEvents: PartnerEventService;
  refunds: RefundService;
  refundSync: RefundSyncService;
  visaRequests: VisaRequestService;
}

interface Decision {
  by: Actor;
  reason: RefundReason;
  /** In whole rupees. */
  amount: number;
}

export class RefundDecisionService {
  constructor(private readonly deps: Deps) {}

  /** Returns the ledger of each request, in order. The caller checks the permission. */
  async findLedgers(visaRequestIds: readonly string[]): Promise<Ledger[]> {
    return findLedgers(this.deps.db.rows, visaRequestIds);
  }

  /**
   * Withdraws a paid application before its review and refunds the whole payment. `expectedAmount` is the
   * amount shown, in whole rupees. Errors: NOT_FOUND, INVALID_STATE once the review has begun, CONFLICT if
   * the amount has changed.
   */
  async withdraw(
    caller: Principal,
    { visaRequestId, expectedAmount }: { visaRequestId: string; expectedAmount: number },
  ): Promise<VisaRequestEntity> {
    requirePerson(caller, "withdrawVisaRequest");
    const { db, visaRequests } = this.deps;
    await visaRequests.getRequest(caller, visaRequestId);
    await this.syncFailedRefunds(visaRequestId);
    const refundId = await db.write(async (transaction) => {
      const request = await visaRequests.getOwn(transaction, caller, visaRequestId);
      const ledger = await findLedger(transaction, visaRequestId);
      const offer = refundOffer(request, ledger);
      if (!offer?.canWithdraw)
        throw new DomainError("INVALID_STATE", offer?.text ?? "Nothing was paid for this application");
      assertSameAmount(offer.amount, expectedAmount);
      const decision = { by: caller, reason: "TRAVELLER_WITHDREW" as const, amount: offer.amount };
      return this.decide(transaction, request, ledger, decision);
    });
    await this.deps.refunds.send(refundId);
    return visaRequests.getRequest(caller, visaRequestId);
  }

  /**
   * Syncs payments with a failed refund. Call this before deciding on a new refund, because the gateway may have
   * completed the failed one after all. Errors: PROVIDER_UNAVAILABLE.
   */
  async syncFailedRefunds(visaRequestId: string): Promise<void> {
    const { db, refundSync } = this.deps;
    const { refunds } = await findLedger(db.read, visaRequestId);
    const failed = refunds.filter(({ state }) => state === "FAILED");
    for (const paymentId of new Set(failed.map(({ razorpayPaymentId }) => razorpayPaymentId)))
      await refundSync.sync(paymentId);
  }

  /**
   * Records a decision in the caller's transaction. Returns the refund's id; the caller passes it to `send` after the
   * commit. Errors: CONFLICT.
   */
  async decide(
    transaction: EntityManager,
    request: VisaRequestEntity,
    ledger: Ledger,
    { by, reason, amount }: Decision,
  ): Promise<string> {
    const { approvals, audit, clock, partnerEvents, visaRequests } = this.deps;
    const paying = findPaying(request, ledger);
    if (!paying) throw new Error(`Nothing was paid for ${request.visaRequestId}`);
    const { razorpayPaymentId } = paying;
    const isAll = refundRule(reason, request).share === "ALL";
    // After a partial refund of a fractional amount, a full refund includes the remaining paise. The offered amount is
    // rounded and may exceed the remainder.
    const left = amountLeft(paying, ledger.refunds);
    const paise = isAll ? left : Math.min(toPaise(amount), left);
    const parts = { amount: paise, reason, reasonCode: reason };
    const refundId = await this.deps.refunds.begin(transaction, paying, parts);
    await audit.record(transaction, "REFUND_DUE", razorpayPaymentId, { by, request });
    await approvals.closeRefund(transaction, request.visaRequestId);
    const at = clock.now();
    if (!isAll) {
      const after = await visaRequests.change(transaction, request, {}, { at });
      await partnerEvents.record(transaction, "refund.due", after, { refundId });
      return refundId;
    }
    await payments.changePayment(transaction, { razorpayPaymentId }, { outcome: "REFUND_DUE" });
    // Before the review, a full refund cancels the application; a review that has begun continues.
    const isOver = mayMove(request.visaRequestStatus, "CANCELLED");
    const changes = {
      paymentStatus: "REFUND_DUE" as const,
      ...(isOver && { visaRequestStatus: "CANCELLED" as const }),
    };
    const after = await visaRequests.change(transaction, request, changes, { at });
    await partnerEvents.record(transaction, "refund.due", after, { refundId });
    if (!isOver) return refundId;
    // The remainder is refunded too, so staff have nothing left to decide about the earlier partial refund.
    const returned = { razorpayPaymentId, kind: "RETURNED_AT_GATEWAY" as const };
    await closeTask(transaction, returned, { closedAt: at.toISOString() });
    await audit.record(transaction, "REQUEST_CANCELLED", request.visaRequestId, { by, request });
    return refundId;
  }
}

/** Errors: CONFLICT. */
export function assertSameAmount(amount: number, expectedAmount: number): void {
  if (amount === expectedAmount) return;
  throw new DomainError("CONFLICT", `The refund is now ${formatInr(amount)}. Please check it again`, {
    field: "expectedAmount",
  });
}
