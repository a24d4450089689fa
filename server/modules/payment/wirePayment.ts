import { OrderLeaseService } from "./order/orderLease.service";
import { OrderOpeningService } from "./order/orderOpening.service";
import { SettlementService } from "./settlement/settlement.service";
import { ConfirmationService } from "./settlement/confirmation.service";
import { OrderService } from "./order/order.service";
import { RefundReportService } from "./refund/refundReport.service";
import { RefundSyncService } from "./refund/refundSync.service";
import { RefundService } from "./refund/refund.service";
import { RefundDecisionService } from "./refund/refundDecision.service";
import { ReceiptService } from "./receipt/receipt.service";
import { receiptLinks } from "./receipt/receipt.rules";
import { SignedLinks } from "../../platform/http/signedLinks";
import { WebhookService } from "./webhook/webhook.service";
import { ReconcilerService } from "./settlement/reconciler.service";
import type { DepsOf, Platform } from "../../platform/adapters/Platform";

type Deps = DepsOf<
  typeof OrderService | typeof ReceiptService | typeof RefundDecisionService | typeof SettlementService
>;
type Made =
  | "brand"
  | "checkoutUrl"
  | "links"
  | "orderLeases"
  | "orderOpening"
  | "refunds"
  | "refundSync"
  | "site";

interface Settings {
  brand: string;
  razorpay: { checkoutUrl: string };
  supportEmail: string;
  supportPhone: string;
}

export function wirePayment(
  earlier: Platform & Omit<Deps, Made>,
  { brand, razorpay, supportEmail, supportPhone }: Settings,
) {
  const orderLeases = new OrderLeaseService(earlier);
  const orderOpening = new OrderOpeningService({ ...earlier, orderLeases });
  const settlement = new SettlementService({ ...earlier, orderLeases });
  const refundReports = new RefundReportService(earlier);
  const refundSync = new RefundSyncService({ ...earlier, refundReports });
  const refunds = new RefundService({ ...earlier, refundReports, refundSync });
  const known = { ...earlier, orderOpening, settlement, refundSync, refunds };
  return {
    confirmations: new ConfirmationService(known),
    orders: new OrderService({ ...known, brand, checkoutUrl: razorpay.checkoutUrl }),
    receipts: new ReceiptService({
      ...known,
      links: new SignedLinks(earlier.keys.linkKeys, earlier.clock, receiptLinks, earlier.world.basePath),
      site: { brand, supportEmail, supportPhone },
    }),
    reconciler: new ReconcilerService(known),
    refundDecisions: new RefundDecisionService(known),
    refunds,
    refundSync,
    webhooks: new WebhookService(known),
  };
}
