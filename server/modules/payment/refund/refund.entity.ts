import { Column, Entity, PrimaryColumn } from "typeorm";
import type { RefundReason } from "./refund.rules";

/**
 * Money that goes back. The row is there before the gateway is called, with the key that makes a repeat harmless.
 * DUE until the gateway has taken it, REQUESTED until the bank has, DONE or FAILED at the end.
 */
@Entity("refund")
export class RefundEntity {
  @PrimaryColumn({ type: "text" }) refundId!: string;
  @Column({ type: "text" }) razorpayPaymentId!: string;
  /** Paise. */
  @Column({ type: "integer" }) amount!: number;
  /** Why, in the words of who asked for it. No personal data. */
  @Column({ type: "text" }) reason!: string;
  /** By which rule; null for money that could not be honoured. */
  @Column({ type: "text", nullable: true }) reasonCode!: RefundReason | null;
  /** GATEWAY where somebody returned it at the gateway's own desk. */
  @Column({ type: "text" }) origin!: "OURS" | "GATEWAY";
  /** Of the header `X-Refund-Idempotency`. */
  @Column({ type: "text", unique: true }) idempotencyKey!: string;
  @Column({ type: "text" }) state!: "DUE" | "REQUESTED" | "DONE" | "FAILED";
  /** The gateway's id; null until it has answered. */
  @Column({ type: "text", nullable: true, unique: true }) razorpayRefundId!: string | null;
  /** How often the gateway was asked. */
  @Column({ type: "integer" }) attempts!: number;
  @Column({ type: "text" }) nextTryAt!: string;
  /** The code of what went wrong last. */
  @Column({ type: "text", nullable: true }) lastError!: string | null;
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text", nullable: true }) doneAt!: string | null;
}
