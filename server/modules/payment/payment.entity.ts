import { Column, Entity, PrimaryColumn } from "typeorm";
import type { UntakenReason } from "./payment.rules";

/** An order at the gateway. The row is inserted before the gateway is called. */
@Entity("payment_order")
export class PaymentOrderEntity {
  @PrimaryColumn({ type: "text" }) paymentOrderId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  /** The gateway's id; null until it has responded. */
  @Column({ type: "text", nullable: true, unique: true }) razorpayOrderId!: string | null;
  /** The gateway's `receipt`, unique per order. */
  @Column({ type: "text", unique: true }) receipt!: string;
  /** Paise. */
  @Column({ type: "integer" }) amount!: number;
  /** The `priceVersion` of the request that this order pays for. A later price version voids the order. */
  @Column({ type: "integer" }) priceVersion!: number;
  /** INTENT until the gateway has responded. */
  @Column({ type: "text" }) state!: "INTENT" | "OPEN" | "PAID";
  /** When the reconciler next checks the order; null if it has not checked it since the order was last handed out. */
  @Column({ type: "text", nullable: true }) nextAskAt!: string | null;
  /**
   * When the order was last handed out to a checkout. Empty if a process of the previous release created it during an
   * update.
   */
  @Column({ type: "text" }) handedOutAt!: string;
  /**
   * The expiry and a random id of a process's lease for gateway calls; empty once released, null before the first
   * lease.
   */
  @Column({ type: "text", nullable: true }) gatewayLease!: string | null;
  @Column({ type: "text" }) createdAt!: string;
}

/** A payment that was authorised but not captured, because it could not pay for the application. */
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

/** A captured payment. Unique by the gateway's payment id, so that it is not recorded twice. */
@Entity("payment")
export class PaymentEntity {
  @PrimaryColumn({ type: "text" }) razorpayPaymentId!: string;
  @Column({ type: "text" }) razorpayOrderId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  /** Paise. */
  @Column({ type: "integer" }) amount!: number;
  /** The part of `amount` that was deducted because of disputes; paise. */
  @Column({ type: "integer" }) amountDeducted!: number;
  /** SETTLED if it paid for the request; REFUND_DUE if it has to be refunded, then REFUNDED. */
  @Column({ type: "text" }) outcome!: "SETTLED" | "REFUND_DUE" | "REFUNDED";
  @Column({ type: "text" }) createdAt!: string;
}
