import { OrderOpeningService } from "./order/orderOpening.service";
import { SettlementService } from "./settlement/settlement.service";
import { ConfirmationService } from "./settlement/confirmation.service";
import { OrderService } from "./order/order.service";
import { RefundOutcomeService } from "./refund/refundOutcome.service";
import { ReturnedMoneyService } from "./refund/returnedMoney.service";
import { RefundService } from "./refund/refund.service";
import { RefundDecisionService } from "./refund/refundDecision.service";
import { ReceiptService } from "./receipt/receipt.service";
import { ReceiptLinks } from "./receipt/receipt.links";
import { WebhookService } from "./webhook/webhook.service";
import { ReconcilerService } from "./settlement/reconciler.service";
import type { AuditService } from "../audit/audit.service";
import type { NotificationService } from "../notification/notification.service";
import type { StaffGuard } from "../../core/viewer";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import type { PersonLimits } from "../../platform/rateLimiting/PersonLimits";
import type { Platform } from "../../platform/adapters/Platform";

interface Earlier {
  audit: AuditService;
  limits: PersonLimits;
  notifications: NotificationService;
  staff: StaffGuard;
  visaRequests: VisaRequestService;
}

interface Settings {
  brand: string;
  razorpay: { checkoutUrl: string };
  supportEmail: string;
  supportPhone: string;
}

export function wirePayment(
  { clock, db, gateway, keys, log }: Platform,
  { audit, limits, notifications, staff, visaRequests }: Earlier,
  { brand, razorpay, supportEmail, supportPhone }: Settings,
) {
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
