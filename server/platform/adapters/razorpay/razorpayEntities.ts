/** Razorpay's ids, and the conversion of its entities to ours. Amounts in paise. */
import type { Disputes } from "razorpay/dist/types/disputes";
import type { Orders } from "razorpay/dist/types/orders";
import type { Payments } from "razorpay/dist/types/payments";
import type { Refunds } from "razorpay/dist/types/refunds";
import type { GatewayDispute, GatewayOrder, GatewayPayment, GatewayRefund } from "../../../core/gatewayPort";

/** Allowed formats of ids, because the package puts them into paths unescaped. */
export const idPatterns = {
  order: /^order_[A-Za-z0-9]{14}$/,
  payment: /^pay_[A-Za-z0-9]{14}$/,
  refund: /^rfnd_[A-Za-z0-9]{14}$/,
  dispute: /^disp_[A-Za-z0-9]{14}$/,
};

export function toOrder({ id, amount, currency, status, receipt }: Orders.RazorpayOrder): GatewayOrder {
  return { id, amount: Number(amount), currency, status, receipt: receipt ?? null };
}

export function toPayment(payment: Payments.RazorpayPayment): GatewayPayment {
  const { id, order_id: orderId, amount, amount_refunded: refunded, captured, currency } = payment;
  // Razorpay refunds an authorised payment that is not captured in time, so its money never reached us.
  const status = payment.status === "refunded" && !captured ? "failed" : payment.status;
  return { id, orderId, amount: Number(amount), amountRefunded: Number(refunded ?? 0), currency, status };
}

export function toRefund({ id, payment_id, amount, receipt, status }: Refunds.RazorpayRefund): GatewayRefund {
  return { id, paymentId: payment_id, amount: Number(amount), receipt: receipt ?? null, status };
}

export function toDispute(dispute: Disputes.RazorpayDispute): GatewayDispute {
  const { id, payment_id: paymentId, amount, amount_deducted } = dispute;
  const status = dispute.status as GatewayDispute["status"];
  return { id, paymentId, amount: Number(amount), amountDeducted: Number(amount_deducted ?? 0), status };
}
