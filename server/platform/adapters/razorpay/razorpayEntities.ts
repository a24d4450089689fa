/** Converts Razorpay's entities to ours. Amounts in paise. */
import type { GatewayDispute, GatewayOrder, GatewayPayment, GatewayRefund } from "../../../core/gatewayPort";

export interface RefundResponse {
  id: string;
  entity: string;
  payment_id: string;
  amount?: number | string;
  receipt?: string | null;
  status: GatewayRefund["status"];
}

export function toOrder(order: {
  id: string;
  amount: number | string;
  currency: string;
  status: GatewayOrder["status"];
  receipt?: string | null;
}): GatewayOrder {
  const { id, amount, currency, status, receipt } = order;
  return { id, amount: Number(amount), currency, status, receipt: receipt ?? null };
}

export function toPayment(payment: {
  id: string;
  order_id: string | null;
  amount: number | string;
  amount_refunded?: number | string | null;
  currency: string;
  status: GatewayPayment["status"];
}): GatewayPayment {
  const { id, order_id: orderId, amount, amount_refunded: refunded, currency, status } = payment;
  return { id, orderId, amount: Number(amount), amountRefunded: Number(refunded ?? 0), currency, status };
}

export function toRefund({ id, payment_id, amount, receipt, status }: RefundResponse): GatewayRefund {
  return { id, paymentId: payment_id, amount: Number(amount), receipt: receipt ?? null, status };
}

export function toDispute(dispute: {
  id: string;
  payment_id: string;
  amount: number | string;
  amount_deducted?: number | string | null;
  status: string;
}): GatewayDispute {
  const { id, payment_id: paymentId, amount, amount_deducted: deducted, status } = dispute;
  return {
    id,
    paymentId,
    amount: Number(amount),
    amountDeducted: Number(deducted ?? 0),
    status: status as GatewayDispute["status"],
  };
}
