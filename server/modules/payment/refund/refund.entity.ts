import { Column, Entity, PrimaryColumn } from "typeorm";
import type { RefundReason } from "./refund.rules";
import type { GatewayDispute } from "../../../core/gatewayPort";

/**
 * A refund. The row is inserted before the gateway is called, with the idempotency key that makes repeats
 * safe. DUE until the gateway accepts it, REQUESTED until the bank does, then DONE or FAILED.
 */
@Entity("refund")
export class RefundEntity {
  @PrimaryColumn({ type: "text" }) refundId!: string;
  @Column({ type: "text" }) razorpayPaymentId!: string;
  /** Paise. */
  @Column({ type: "integer" }) amount!: number;
  /** The reason code of a decision, or a text from an operator or the server. No personal data. */
  @Column({ type: "text" }) reason!: string;
  /** The reason, which selects the refund rule; null if no rule was used, e.g. for an unexpected payment. */
  @Column({ type: "text", nullable: true }) reasonCode!: RefundReason | null;
  /** GATEWAY if the refund was made in the gateway's dashboard. */
  @Column({ type: "text" }) origin!: "OURS" | "GATEWAY";
  /** Sent as the header `X-Refund-Idempotency`. */
  @Column({ type: "text", unique: true }) idempotencyKey!: string;
  @Column({ type: "text" }) state!: "DUE" | "REQUESTED" | "DONE" | "FAILED";
  /** The gateway's id; null until it has responded. */
  @Column({ type: "text", nullable: true, unique: true }) razorpayRefundId!: string | null;
  @Column({ type: "integer" }) attempts!: number;
  @Column({ type: "text" }) nextTryAt!: string;
  /** The error code of the last attempt. */
  @Column({ type: "text", nullable: true }) lastError!: string | null;
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text", nullable: true }) doneAt!: string | null;
}

/** A dispute about a payment, as the gateway last reported it. */
@Entity("dispute")
export class DisputeEntity {
  @PrimaryColumn({ type: "text" }) razorpayDisputeId!: string;
  @Column({ type: "text" }) razorpayPaymentId!: string;
  /** The disputed amount; paise. */
  @Column({ type: "integer" }) amount!: number;
  /** The amount deducted from our account; paise. */
  @Column({ type: "integer" }) amountDeducted!: number;
  @Column({ type: "text" }) status!: GatewayDispute["status"];
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text" }) changedAt!: string;
}

/** Staff's decision: whether the application continues or is cancelled. */
export type MoneyDecision = "KEEP" | "CANCEL";

/** A refund or deduction at the gateway that staff decide on. At most one per payment and kind is open. */
@Entity("money_task")
export class MoneyTaskEntity {
  @PrimaryColumn({ type: "text" }) moneyTaskId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text" }) razorpayPaymentId!: string;
  @Column({ type: "text" }) kind!: "RETURNED_AT_GATEWAY" | "DISPUTE";
  @Column({ type: "text" }) openedAt!: string;
  /** When the gateway last reported a change. */
  @Column({ type: "text" }) changedAt!: string;
  @Column({ type: "text", nullable: true }) closedAt!: string | null;
  /** Null while the task is open, or if it was closed automatically. */
  @Column({ type: "text", nullable: true }) closedByStaffId!: string | null;
  @Column({ type: "text", nullable: true }) decision!: MoneyDecision | null;
}
