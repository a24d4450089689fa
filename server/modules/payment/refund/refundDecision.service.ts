/**
 * Who gets money back, and how much: by the table of rules, never by what a client sends. Guards: the owner withdraws
 * before the review, staff decide on cases of their own, and what was shown is what is given. Calls: the refunds, once
 * the decision is committed.
 */
import { formatInr } from "../../catalogue/price.rules";
import type { EntityManager } from "typeorm";
import type { Database } from "../../../db/database";
import { DomainError, notFound } from "../../../errors";
import type { Clock } from "../../../ports";
import { requireSession, type Viewer } from "../../../viewer";
import type { Actor, AuditService } from "../../audit/audit.service";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { changeRequest, findOwnRequest } from "../../visaRequest/visaRequest.repository";
import { mayMove } from "../../visaRequest/visaRequest.rules";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import * as payments from "../payment.repository";
import { toPaise } from "../../visaRequest/pricing.rules";
import { closeTaskOf } from "./moneyTask.repository";
import { refundRule, type RefundReason } from "./refund.rules";
import type { RefundService } from "./refund.service";
import type { ReturnedMoneyService } from "./returnedMoney.service";
import { amountLeft, findPaying, refundOffer } from "./refundOffers.rules";
import { findLedgers, findLedger, type RequestLedger } from "./ledger.repository";

interface Deps {
  db: Database;
  clock: Clock;
  audit: AuditService;
  refunds: RefundService;
  returnedMoney: ReturnedMoneyService;
  visaRequests: VisaRequestService;
}

/** What is to go back, and who says so. */
interface Decision {
  by: Actor;
  reason: RefundReason;
  /** In whole rupees. */
  amount: number;
}

export class RefundDecisionService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Payments and refunds of requests, by request. The caller has checked the permission. */
  async findLedgers(visaRequestIds: readonly string[]): Promise<Map<string, RequestLedger>> {
    return findLedgers(this.#deps.db.rows, visaRequestIds);
  }

  /**
   * Withdraws what was paid for and not begun; all that was paid is refunded. `expectedAmount` in whole rupees, as it
   * was shown. Errors: NOT_FOUND, INVALID_STATE once the review has begun, CONFLICT where another amount would go
   * back.
   */
  async withdraw(
    viewer: Viewer,
    { visaRequestId, expectedAmount }: { visaRequestId: string; expectedAmount: number },
  ): Promise<VisaRequestEntity> {
    const { userId } = requireSession(viewer);
    const { db, visaRequests } = this.#deps;
    await visaRequests.getRequest(viewer, visaRequestId);
    await this.lookBeforeAnother(visaRequestId);
    const refundId = await db.write(async (transaction) => {
      const request = await findOwnRequest(transaction, visaRequestId, userId);
      if (!request) throw notFound();
      const ledger = await findLedger(transaction, visaRequestId);
      const offer = refundOffer(request, ledger);
      if (!offer?.canWithdraw)
        throw new DomainError("INVALID_STATE", offer?.text ?? "Nothing was paid for this application");
      assertSameAmount(offer.amount, expectedAmount);
      const decision = { by: viewer, reason: "TRAVELLER_WITHDREW" as const, amount: offer.amount };
      return this.decide(transaction, request, ledger, decision);
    });
    await this.#deps.refunds.send(refundId);
    return visaRequests.getRequest(viewer, visaRequestId);
  }

  /**
   * Takes over what the gateway has of the request's money where a refund failed: it may be there after all. Before
   * another is decided on. Errors: PROVIDER_UNAVAILABLE.
   */
  async lookBeforeAnother(visaRequestId: string): Promise<void> {
    const { db, returnedMoney } = this.#deps;
    const { refunds } = await findLedger(db.read, visaRequestId);
    const failed = refunds.filter(({ state }) => state === "FAILED");
    for (const paymentId of new Set(failed.map(({ razorpayPaymentId }) => razorpayPaymentId)))
      await returnedMoney.sync(paymentId);
  }

  /** Keeps a decision, inside its transaction; returns the refund to `send` afterwards. Errors: CONFLICT. */
  async decide(
    transaction: EntityManager,
    request: VisaRequestEntity,
    ledger: RequestLedger,
    { by, reason, amount }: Decision,
  ): Promise<string> {
    const { audit, clock } = this.#deps;
    const paying = findPaying(request, ledger);
    if (!paying) throw new Error(`Nothing paid for ${request.visaRequestId}`);
    const { razorpayPaymentId } = paying;
    const isAll = refundRule(reason, request).share === "ALL";
    // All is all, also where somebody returned a part that is no whole number of rupees.
    const paise = isAll ? amountLeft(paying, ledger.refunds) : toPaise(amount);
    const parts = { amount: paise, reason, reasonCode: reason };
    const refundId = await this.#deps.refunds.begin(transaction, paying, parts);
    await audit.record(transaction, "REFUND_DUE", razorpayPaymentId, { by, request });
    if (!isAll) return refundId;
    await payments.markPaymentDue(transaction, razorpayPaymentId);
    // Given back before anybody worked on it, it is over; later it goes on to its decision.
    const isOver = mayMove(request.visaRequestStatus, "CANCELLED");
    const at = clock.now();
    const changes = {
      paymentStatus: "REFUND_DUE" as const,
      ...(isOver && { visaRequestStatus: "CANCELLED" as const }),
    };
    await changeRequest(transaction, request, changes, { at });
    if (!isOver) return refundId;
    // The rest goes back too: staff have nothing to decide about a part that the gateway's desk returned before.
    await closeTaskOf(transaction, { razorpayPaymentId, kind: "RETURNED_AT_GATEWAY" }, at.toISOString());
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
