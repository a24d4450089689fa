import { Column, Entity, PrimaryColumn } from "typeorm";
import type { GatewayDispute } from "../../../core/ports";

/** A dispute about a payment, as the gateway last reported it. */
@Entity("dispute")
export class DisputeEntity {
  @PrimaryColumn({ type: "text" }) razorpayDisputeId!: string;
  @Column({ type: "text" }) razorpayPaymentId!: string;
  /** The amount that the payer claims back; paise. */
  @Column({ type: "integer" }) amount!: number;
  /** The amount deducted from our account; paise. */
  @Column({ type: "integer" }) amountDeducted!: number;
  @Column({ type: "text" }) status!: GatewayDispute["status"];
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text" }) changedAt!: string;
}
