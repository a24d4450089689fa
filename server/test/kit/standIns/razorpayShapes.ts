/** An order as Razorpay stores it; amounts are in paise. */
export interface GatewayOrder {
  id: string;
  entity: "order";
  amount: number;
  currency: string;
  receipt: string;
  notes: Record<string, string>;
  status: string;
}
export interface GatewayPayment {
  id: string;
  entity: "payment";
  order_id: string;
  amount: number;
  currency: string;
  status: string;
  captured: boolean;
  amount_refunded?: number;
  refund_status?: "full" | "partial";
}
export interface GatewayRefund {
  id: string;
  entity: "refund";
  payment_id: string;
  amount: number;
  receipt: string | null;
  status: string;
  created_at: number;
}
export interface GatewayDispute {
  id: string;
  entity: "dispute";
  payment_id: string;
  amount: number;
  amount_deducted: number;
  status: "open" | "under_review" | "won" | "lost" | "closed";
}

/** The body of a request: an order's fields, or a refund's amount. */
export type Asked = Pick<GatewayOrder, "amount" | "currency" | "receipt" | "notes">;

/** The ways in which a call can go wrong. */
export type Mishap =
  | "nothing"
  | "silence"
  | "reset"
  | "reset after doing it"
  | "HTML 500"
  | "HTML 404"
  | "HTML 403"
  | "HTML 200"
  | "unrelated JSON"
  | "429"
  | "401"
  | "400"
  | "400 after doing it";
