/**
 * Presents money tasks to staff. Guards: staff only, and not for their own application or another staff member's case;
 * closing has the effect that was shown.
 */
import { DomainError, notFound } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import {
  findLedger,
  findDisputesByPayments,
  findOpenTasks,
  findTask,
} from "../../payment/refund/refund.reads";
import type { MoneyDecision, MoneyTaskEntity } from "../../payment/refund/refund.entity";
import type { RefundSyncService } from "../../payment/refund/refundSync.service";
import { sumAmounts } from "../../payment/refund/refundOffers.rules";
import { splitPayment } from "../../payment/refund/returnedMoney.rules";
import { getRequest } from "../../visaRequest/visaRequest.reads";
import type { CaseDeps } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import { assertNotOwnApplication, assertNotWithColleague } from "../case/caseAccess.logic";
import { decisionFor, taskText } from "./moneyTask.rules";

export class MoneyTaskService {
  constructor(private readonly deps: CaseDeps & { refundSync: RefundSyncService }) {}

  async listOpen({ request }: CaseView) {
    const { db } = this.deps;
    const open = await findOpenTasks(db.rows, [request.visaRequestId]);
    if (open.length === 0) return [];
    const { payments, refunds } = await findLedger(db.rows, request.visaRequestId);
    const disputes = await findDisputesByPayments(
      db.rows,
      open.map(({ razorpayPaymentId }) => razorpayPaymentId),
    );
    return open.map(({ moneyTaskId, razorpayPaymentId, kind, openedAt }) => {
      const isOfIt = (row: Pick<MoneyTaskEntity, "razorpayPaymentId">) =>
        row.razorpayPaymentId === razorpayPaymentId;
      const payment = payments.find(isOfIt)!;
      const own = refunds.filter(isOfIt);
      const there = own.filter(({ origin, state }) => origin === "GATEWAY" && state !== "FAILED");
      const waiting = disputes.filter(
        (row) => isOfIt(row) && (row.status === "open" || row.status === "under_review"),
      );
      const text = taskText({
        kind,
        request,
        cameIn: payment.amount,
        kept: splitPayment(payment, own).kept,
        returnedThere: sumAmounts(there),
        deducted: payment.amountDeducted,
        disputed: sumAmounts(waiting),
      });
      return { moneyTaskId, text, decision: decisionFor(request), openedAt };
    });
  }

  /**
   * Closes a task with the decision that was shown. Errors: NOT_FOUND; INVALID_STATE if it is closed, or is about the
   * caller's own application or another staff member's case; CONFLICT if closing would now have another effect.
   */
  async close(
    caller: Principal,
    { moneyTaskId, decision }: { moneyTaskId: string; decision: MoneyDecision },
  ): Promise<CaseView> {
    const { audit, cases, clock, refundSync, staff, visaRequests } = this.deps;
    const { staffId } = await staff.requireStaff(caller, "staffCloseMoneyTask");
    return cases.change(staffId, async (transaction) => {
      const task = await findTask(transaction, moneyTaskId);
      if (!task) throw notFound();
      const request = await getRequest(transaction, task.visaRequestId);
      await assertNotOwnApplication(transaction, request, staffId);
      await assertNotWithColleague(transaction, staff, request, staffId);
      if (decisionFor(request) !== decision)
        throw new DomainError("CONFLICT", "The application has changed. Please look at it again", {
          field: "decision",
        });
      const at = clock.now();
      const closing = { closedAt: at.toISOString(), closedByStaffId: staffId, decision };
      if (!(await refundSync.closeTask(transaction, { moneyTaskId }, closing)))
        throw new DomainError("INVALID_STATE", "This has already been decided");
      const note = { by: { staffId }, request };
      await audit.record(transaction, "MONEY_TASK_CLOSED", request.visaRequestId, note);
      if (decision === "CANCEL") {
        await visaRequests.change(transaction, request, { visaRequestStatus: "CANCELLED" }, { at });
        await audit.record(transaction, "REQUEST_CANCELLED", request.visaRequestId, note);
      }
      return request;
    });
  }
}
