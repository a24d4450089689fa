/** Razorpay's entities in our words. Amounts in paise. */
import type { GatewayOrder, GatewayPayment, GatewayRefund } from "../../ports";

export interface RefundResponse {
  id: string;
  entity: string;
  amount?: number | string;
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
  currency: string;
  status: GatewayPayment["status"];
}): GatewayPayment {
  const { id, order_id: orderId, amount, currency, status } = payment;
  return { id, orderId, amount: Number(amount), currency, status };
}

export function toRefund({ id, amount, status }: RefundResponse): GatewayRefund {
  return { id, amount: Number(amount), status };
}
