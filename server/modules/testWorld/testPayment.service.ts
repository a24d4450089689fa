/** Payments of the test world, through the payment sandbox. Calls: the order and confirmation services. */
import type { Platform } from "../../platform/adapters/Platform";
import type { SandboxPayer } from "../../platform/adapters/razorpay/SandboxPayer";
import { DomainError } from "../../core/errors";
import { requirePerson, type Principal } from "../../core/principal";
import { callGateway, isOutage } from "../payment/gatewayCall.logic";
import type { OrderService } from "../payment/order/order.service";
import type { ConfirmationService } from "../payment/settlement/confirmation.service";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import { maxOutageSeconds, outagePauseMinutes } from "./testOutcome.rules";

export type TestPayment = "PAID" | "FAILED" | "LATE" | "TWICE" | "OTHER_AMOUNT";

interface Deps extends Pick<Platform, "clock"> {
  confirmations: ConfirmationService;
  orders: OrderService;
  sandboxPayer: SandboxPayer;
  visaRequests: VisaRequestService;
}

export class TestPaymentService {
  /** The end of the outage in milliseconds since 1970, in memory because the test world has one process. */
  #outageUntil = 0;

  constructor(private readonly deps: Deps) {}

  /**
   * Pays for an application. Throws the errors of `createOrder` and `confirm`, and INVALID_STATE if the order has been
   * paid in the meantime.
   */
  async pay(
    caller: Principal,
    { visaRequestId, outcome }: { visaRequestId: string; outcome: TestPayment },
  ): Promise<VisaRequestEntity> {
    requirePerson(caller, "testPay");
    const { confirmations, orders, sandboxPayer, visaRequests } = this.deps;
    const { orderId, amount } = await orders.createOrder(caller, visaRequestId);
    if (outcome === "FAILED" || outcome === "LATE") {
      await callGateway(() => sandboxPayer.pay(orderId, outcome === "FAILED" ? "failure" : "webhook_only"));
      return visaRequests.getRequest(caller, visaRequestId);
    }
    const proof = await callGateway(() =>
      outcome === "OTHER_AMOUNT"
        ? sandboxPayer.payAmount(orderId, amount + 100)
        : sandboxPayer.pay(orderId, "success"),
    );
    const paid = await confirmations.confirm(caller, { visaRequestId, ...proof });
    if (outcome === "TWICE")
      await callGateway(() => sandboxPayer.payAmount(orderId, amount)).catch((cause: unknown) => {
        if (!isOutage(cause)) throw cause;
        const message =
          "The first payment was made, but the payment provider did not respond to the second one";
        throw Object.assign(new DomainError("PROVIDER_UNAVAILABLE", message), { cause });
      });
    return paid;
  }

  /**
   * Makes the provider unavailable; returns when it is available again. Throws UNAUTHENTICATED, INVALID, INVALID_STATE,
   * PROVIDER_UNAVAILABLE.
   */
  async breakProvider(caller: Principal, seconds: number): Promise<string> {
    requirePerson(caller, "testOutage");
    if (seconds < 1 || seconds > maxOutageSeconds)
      throw new DomainError("INVALID", `Enter 1 to ${maxOutageSeconds} seconds`, { field: "seconds" });
    const now = this.deps.clock.now().getTime();
    if (now < this.#outageUntil + outagePauseMinutes * 60_000)
      throw new DomainError("INVALID_STATE", `An outage is possible every ${outagePauseMinutes} minutes`);
    const previous = this.#outageUntil;
    // Set before the call, so that a concurrent one is refused.
    this.#outageUntil = now + seconds * 1000;
    await callGateway(() => this.deps.sandboxPayer.breakFor(seconds)).catch((error: unknown) => {
      this.#outageUntil = previous;
      throw error;
    });
    // Computes the end again, because the provider starts the outage when it receives the call.
    this.#outageUntil = this.deps.clock.now().getTime() + seconds * 1000;
    return new Date(this.#outageUntil).toISOString();
  }
}
