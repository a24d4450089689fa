/**
 * Refunds that staff decide on. Guards: only who works on the application, once, by the table of rules, and an
 * exception with a note why. Calls: the refunds, once the decision is committed.
 */
import { randomUUID } from "node:crypto";
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { Database } from "../../../db/database";
import { DomainError, notFound } from "../../../errors";
import type { Clock } from "../../../ports";
import type { Viewer } from "../../../viewer";
import { insertNote } from "../case/case.repository";
import type { CaseService } from "../case/case.service";
import { sealNote, type CaseView } from "../case/case.view";
import { getOwnCase } from "../case/caseAccess.service";
import type { StaffService } from "../../staff/staff.service";
import { findRequest } from "../../visaRequest/visaRequest.repository";
import { maxNoteLength, needsNote, type RefundReason } from "../../payment/refund/refund.rules";
import type { RefundService } from "../../payment/refund/refund.service";
import { assertSameAmount, type RefundDecisionService } from "../../payment/refund/refundDecision.service";
import { reasonOffers, type ReasonOffer } from "../../payment/refund/refundOffers.rules";
import { findLedger } from "../../payment/refund/ledger.repository";

interface Deps {
  db: Database;
  clock: Clock;
  keys: KeyRing;
  staff: StaffService;
  cases: CaseService;
  refunds: RefundService;
  refundDecisions: RefundDecisionService;
}

export interface StaffRefundInput {
  visaRequestId: string;
  reason: RefundReason;
  /** In whole rupees, as it was shown. */
  expectedAmount: number;
  note?: string | null;
}

export class StaffRefundService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** What each reason would give now. Errors: those of `requireStaff`, NOT_FOUND. */
  async listOffers(viewer: Viewer, visaRequestId: string): Promise<ReasonOffer[]> {
    const { db, staff } = this.#deps;
    await staff.requireStaff(viewer);
    const request = await findRequest(db.read, visaRequestId);
    if (!request) throw notFound();
    return reasonOffers(request, await findLedger(db.read, visaRequestId));
  }

  /**
   * Gives money back. Errors: NOT_FOUND, REQUIRED, TOO_LONG, INVALID_STATE where the case is not theirs or the rules
   * give nothing, CONFLICT where another amount would go back; nothing is done then.
   */
  async refund(viewer: Viewer, input: StaffRefundInput): Promise<CaseView> {
    const { db, cases, refundDecisions, refunds, staff } = this.#deps;
    const { staffId } = await staff.requireStaff(viewer);
    const { visaRequestId, reason, expectedAmount } = input;
    const reasonGiven = readNote(input);
    await refundDecisions.lookBeforeAnother(visaRequestId);
    const refundId = await db.write(async (transaction) => {
      const request = await getOwnCase(transaction, staffId, visaRequestId);
      const ledger = await findLedger(transaction, visaRequestId);
      const offer = reasonOffers(request, ledger).find((one) => one.reason === reason);
      if (!offer)
        throw new DomainError(
          "INVALID_STATE",
          ledger.payments.length === 0
            ? "Nothing was paid for this application"
            : "A refund for this application is already under way",
        );
      if (offer.amount === 0) throw new DomainError("INVALID_STATE", offer.text);
      assertSameAmount(offer.amount, expectedAmount);
      // Notes go with the personal data: one that comes later would stay for ever.
      if (reasonGiven && !request.papersRemovedAt) {
        const text = `Refund of INR ${offer.amount}, ${reason}: ${reasonGiven}`;
        const note = { staffNoteId: randomUUID(), at: this.#deps.clock.now().toISOString(), staffId, text };
        await insertNote(transaction, sealNote(this.#deps.keys, note, visaRequestId));
      }
      const decision = { by: { staffId }, reason, amount: offer.amount };
      return refundDecisions.decide(transaction, request, ledger, decision);
    });
    await refunds.send(refundId);
    return cases.getCase(viewer, visaRequestId);
  }
}

/** Errors: REQUIRED, TOO_LONG. */
function readNote({ note, reason }: StaffRefundInput): string {
  const text = note?.trim() ?? "";
  if (!text && needsNote(reason))
    throw new DomainError("REQUIRED", "Give the reason, for other staff", { field: "note" });
  if (text.length > maxNoteLength)
    throw new DomainError("TOO_LONG", `The note must be ${maxNoteLength} characters or fewer`, {
      field: "note",
    });
  return text;
}
