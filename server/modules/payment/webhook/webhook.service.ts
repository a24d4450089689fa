/**
 * The inbox of the gateway's webhooks. Guards: only signed webhooks are stored, each event once. A stored event is
 * processed until it succeeds, even after a restart. Calls: the payment gateway, the settlement service, the refund
 * sync.
 */
import type { Platform } from "../../../platform/adapters/Platform";
import { processDueRows } from "../../../platform/db/processDueRows";
import { DomainError } from "../../../core/errors";
import type { WebhookRequest } from "../../../core/gatewayPort";
import { SingleFlight } from "../../../core/SingleFlight";
import { callGateway, findErrorCode, isOutage } from "../gatewayCall.logic";
import * as payments from "../payment.repository";
import { nextTryAt } from "../payment.rules";
import type { RefundSyncService } from "../refund/refundSync.service";
import type { SettlementService } from "../settlement/settlement.service";
import type { WebhookEventEntity } from "./webhook.entity";
import * as inbox from "./webhook.repository";

const concurrency = 4;
/**
 * How long a process's lease on an event lasts. If processing takes longer, an event is processed twice, which is
 * harmless.
 */
const leaseMs = 30_000;

interface Deps extends Pick<Platform, "db" | "clock" | "gateway" | "log"> {
  settlement: SettlementService;
  refundSync: RefundSyncService;
}

export class WebhookService {
  readonly dueRows = inbox.pendingEvents;
  readonly #runs = new SingleFlight();
  /** True if an event arrived after the current round began. */
  #hasMore = false;
  #isStopping = false;

  constructor(private readonly deps: Deps) {}

  /**
   * Receives a webhook. Resolves once the event is committed; processing starts afterwards. A repeat has no
   * effect. Errors: UNAUTHENTICATED for an invalid signature, BAD_USER_INPUT for a body that is not an event;
   * neither is stored.
   */
  async receive(request: WebhookRequest): Promise<void> {
    const { db, clock, gateway } = this.deps;
    const event = gateway.readWebhook(request);
    if (event === "UNSIGNED") throw new DomainError("UNAUTHENTICATED", "The signature is missing or wrong");
    if (event === "UNREADABLE") throw new DomainError("BAD_USER_INPUT", "The body is not an event");
    const now = clock.now().toISOString();
    await db.write((transaction) =>
      inbox.saveEvent(transaction, {
        webhookEventId: event.id,
        eventType: event.type,
        razorpayOrderId: event.orderId,
        razorpayPaymentId: event.paymentId,
        razorpayRefundId: event.refundId,
        razorpayDisputeId: event.disputeId,
        state: event.concernsUs ? "PENDING" : "IGNORED",
        attempts: 0,
        nextTryAt: now,
        lastError: null,
        receivedAt: now,
        doneAt: null,
      }),
    );
    this.#hasMore = true;
    // Not awaited, because the gateway waits for the response.
    setImmediate(() => void this.processDue().catch((error: unknown) => this.#report(error)));
  }

  /** Processes due events. A call during a run makes that run check for new events before it ends. */
  processDue(): Promise<void> {
    this.#hasMore = true;
    return this.#runs.run("all", () => this.#processDue());
  }

  /** Starts no new work and waits for the current run. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#runs.settle();
  }

  async #processDue(): Promise<void> {
    const { db, clock, log } = this.deps;
    const options = { concurrency, leaseMs, isStopping: () => this.#isStopping };
    while (this.#hasMore && !this.#isStopping) {
      this.#hasMore = false;
      const isUp = await processDueRows<WebhookEventEntity>(
        { db, clock, log },
        inbox.pendingEvents,
        options,
        (event) => this.#tryOne(event),
      );
      // Stops, because the gateway is down; the job tries again shortly.
      if (!isUp) return;
    }
  }

  /** Returns false if the gateway does not respond. */
  async #tryOne(event: WebhookEventEntity): Promise<boolean> {
    const { db, clock } = this.deps;
    const { webhookEventId } = event;
    let changes: Partial<WebhookEventEntity>;
    let isUp = true;
    try {
      const isOurs = await this.#handle(event);
      changes = { state: isOurs ? "DONE" : "IGNORED", doneAt: clock.now().toISOString() };
    } catch (error) {
      const attempts = event.attempts + 1;
      const until = nextTryAt(attempts, clock.now()).toISOString();
      changes = { attempts, nextTryAt: until, lastError: findErrorCode(error) };
      isUp = !isOutage(error);
      this.#report(error);
    }
    const isPending = { webhookEventId, state: "PENDING" as const };
    await db.write((transaction) => inbox.changeEvents(transaction, isPending, changes));
    return isUp;
  }

  /**
   * Returns false if the event does not concern our orders, because another system may use the same gateway account.
   */
  async #handle(event: WebhookEventEntity): Promise<boolean> {
    const { gateway, refundSync } = this.deps;
    const { razorpayOrderId, razorpayPaymentId, razorpayRefundId, razorpayDisputeId } = event;
    if (razorpayDisputeId) {
      const dispute = await callGateway(() => gateway.findDispute(razorpayDisputeId));
      return (
        dispute !== undefined && (await this.#ingest(dispute.paymentId)) && refundSync.syncDispute(dispute)
      );
    }
    if (razorpayRefundId) {
      const refund = await callGateway(() => gateway.findRefund(razorpayRefundId));
      return (
        refund !== undefined && (await this.#ingest(refund.paymentId)) && refundSync.sync(refund.paymentId)
      );
    }
    if (razorpayPaymentId) return this.#ingest(razorpayPaymentId);
    const order = razorpayOrderId && (await this.#findOrder(razorpayOrderId));
    if (!order) return false;
    const known = await callGateway(() => gateway.findOrderPayments(razorpayOrderId));
    await this.deps.settlement.ingestAll(order, known ?? []);
    return true;
  }

  /** Records the payment and ingests its refunds. Returns false if it is not for one of our orders. */
  async #ingest(razorpayPaymentId: string): Promise<boolean> {
    const { gateway, refundSync, settlement } = this.deps;
    const payment = await callGateway(() => gateway.findPayment(razorpayPaymentId));
    const order = payment?.orderId && (await this.#findOrder(payment.orderId));
    if (!order) return false;
    await settlement.ingest(order, payment);
    if (payment.amountRefunded > 0) await refundSync.sync(razorpayPaymentId);
    return true;
  }

  #findOrder(razorpayOrderId: string) {
    return payments.findOrder(this.deps.db.read, { razorpayOrderId });
  }

  /** Logs the error, except for an outage, which is already logged. */
  #report(error: unknown): void {
    if (!isOutage(error)) this.deps.log.error({ err: error }, "webhook processing failed");
  }
}
