/** The services of the noun payment, in order of their dependencies. */
import { OrderOpeningService } from "../../modules/payment/order/orderOpening.service";
import { SettlementService } from "../../modules/payment/settlement/settlement.service";
import { ConfirmationService } from "../../modules/payment/settlement/confirmation.service";
import { OrderService } from "../../modules/payment/order/order.service";
import { RefundOutcomeService } from "../../modules/payment/refund/refundOutcome.service";
import { ReturnedMoneyService } from "../../modules/payment/refund/returnedMoney.service";
import { RefundService } from "../../modules/payment/refund/refund.service";
import { RefundDecisionService } from "../../modules/payment/refund/refundDecision.service";
import { ReceiptService } from "../../modules/payment/receipt/receipt.service";
import { ReceiptLinks } from "../../modules/payment/receipt/receipt.links";
import { WebhookService } from "../../modules/payment/webhook/webhook.service";
import { ReconcilerService } from "../../modules/payment/settlement/reconciler.service";
import type { Config } from "../config";
import type { AuditService } from "../../modules/audit/audit.service";
import type { NotificationService } from "../../modules/notification/notification.service";
import type { StaffService } from "../../modules/staff/staff.service";
import type { VisaRequestService } from "../../modules/visaRequest/visaRequest.service";
import type { PersonLimits } from "../../platform/rateLimiting/personLimits";
import type { Adapters } from "./openAdapters";

interface Deps {
  adapters: Adapters;
  config: Config;
  audit: AuditService;
  limits: PersonLimits;
  notifications: NotificationService;
  staff: StaffService;
  visaRequests: VisaRequestService;
}

export function wirePayment({ adapters, config, audit, limits, notifications, staff, visaRequests }: Deps) {
  const { clock, db, gateway, keys, log } = adapters;
  const { brand, razorpay, supportEmail, supportPhone } = config;

  const orderOpening = new OrderOpeningService({ db, gateway });
  const settlement = new SettlementService({ db, clock, audit, gateway, log, notifications });
  const confirmations = new ConfirmationService({ db, gateway, limits, settlement, visaRequests });
  const orders = new OrderService({
    db,
    clock,
    audit,
    gateway,
    limits,
    orderOpening,
    visaRequests,
    brand,
    checkoutUrl: razorpay.checkoutUrl,
  });
  const outcome = new RefundOutcomeService({ clock, audit, notifications });
  const returnedMoney = new ReturnedMoneyService({ db, clock, audit, gateway, log, outcome });
  const refunds = new RefundService({ db, clock, gateway, log, outcome, returnedMoney });
  const refundDecisions = new RefundDecisionService({
    db,
    clock,
    audit,
    refunds,
    returnedMoney,
    visaRequests,
  });
  const receipts = new ReceiptService({
    db,
    links: new ReceiptLinks(keys.linkKeys, clock),
    staff,
    site: { brand, supportEmail, supportPhone },
  });
  const webhooks = new WebhookService({ db, clock, gateway, log, settlement, returnedMoney });
  const reconciler = new ReconcilerService({ db, clock, gateway, log, orderOpening, settlement });

  return {
    confirmations,
    orders,
    receipts,
    reconciler,
    refundDecisions,
    refunds,
    returnedMoney,
    webhooks,
  };
}
