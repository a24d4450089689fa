import { Column, Entity, PrimaryColumn } from "typeorm";

/** Staff's decision: whether the application continues or is cancelled. */
export type MoneyDecision = "KEEP" | "CANCEL";

/**
 * A change to an application's money at the gateway that requires a decision by staff. At most one task per
 * payment and kind is open.
 */
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
  /** Null if it closed automatically because the dispute was won. */
  @Column({ type: "text", nullable: true }) closedByStaffId!: string | null;
  @Column({ type: "text", nullable: true }) decision!: MoneyDecision | null;
}
