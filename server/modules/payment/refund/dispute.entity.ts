import { Column, Entity, PrimaryColumn } from "typeorm";
import type { GatewayDispute } from "../../../ports";

/** A payment that its payer disputes at their bank, as the gateway told last. */
@Entity("dispute")
export class DisputeEntity {
  @PrimaryColumn({ type: "text" }) razorpayDisputeId!: string;
  @Column({ type: "text" }) razorpayPaymentId!: string;
  /** What the payer wants back; paise. */
  @Column({ type: "integer" }) amount!: number;
  /** What was taken from us; paise. */
  @Column({ type: "integer" }) amountDeducted!: number;
  @Column({ type: "text" }) status!: GatewayDispute["status"];
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text" }) changedAt!: string;
}
