import { Column, Entity, PrimaryColumn } from "typeorm";
import type { UntakenReason } from "./payment.rules";

/** What we asked the gateway for. The row is there before the gateway is called. */
@Entity("payment_order")
export class PaymentOrderEntity {
  @PrimaryColumn({ type: "text" }) paymentOrderId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  /** The gateway's id; null until it has answered. */
  @Column({ type: "text", nullable: true, unique: true }) razorpayOrderId!: string | null;
  /** The gateway's `receipt`, unique to this order. */
  @Column({ type: "text", unique: true }) receipt!: string;
  /** Paise. */
  @Column({ type: "integer" }) amount!: number;
  /** The request's `priceVersion` that it pays for; once the request has another, the order is void. */
  @Column({ type: "integer" }) priceVersion!: number;
  /** INTENT until the gateway has answered. */
  @Column({ type: "text" }) state!: "INTENT" | "OPEN" | "PAID";
  /** When the reconciler asks about it next; null where it has not asked yet. */
  @Column({ type: "text", nullable: true }) nextAskAt!: string | null;
  @Column({ type: "text" }) createdAt!: string;
}

/** Money that a bank had reserved for us and that we left to it: what it was for could not be paid for any more. */
@Entity("untaken_payment")
export class UntakenPaymentEntity {
  @PrimaryColumn({ type: "text" }) razorpayPaymentId!: string;
  @Column({ type: "text" }) razorpayOrderId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  /** Paise. */
  @Column({ type: "integer" }) amount!: number;
  @Column({ type: "text" }) reason!: UntakenReason;
  @Column({ type: "text" }) createdAt!: string;
}

/** Money that came in. Unique on the gateway's payment id, so that a repeat settles nothing twice. */
@Entity("payment")
export class PaymentEntity {
  @PrimaryColumn({ type: "text" }) razorpayPaymentId!: string;
  @Column({ type: "text" }) razorpayOrderId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  /** Paise. */
  @Column({ type: "integer" }) amount!: number;
  /** What banks took back of it after disputes; paise. */
  @Column({ type: "integer" }) amountDeducted!: number;
  /** SETTLED where it paid for the request; REFUND_DUE where it could not be honoured, REFUNDED once it is returned. */
  @Column({ type: "text" }) outcome!: "SETTLED" | "REFUND_DUE" | "REFUNDED";
  @Column({ type: "text" }) createdAt!: string;
}
