import { Column, Entity, PrimaryColumn } from "typeorm";

/** What staff made of it: the application stays as it is, or is cancelled. */
export type MoneyDecision = "KEEP" | "CANCEL";

/**
 * Something that happened to the money of an application at the gateway, which a person has to decide on. Of a payment
 * and kind one is open at most.
 */
@Entity("money_task")
export class MoneyTaskEntity {
  @PrimaryColumn({ type: "text" }) moneyTaskId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text" }) razorpayPaymentId!: string;
  @Column({ type: "text" }) kind!: "RETURNED_AT_GATEWAY" | "DISPUTE";
  @Column({ type: "text" }) openedAt!: string;
  /** When more of it happened. */
  @Column({ type: "text" }) changedAt!: string;
  @Column({ type: "text", nullable: true }) closedAt!: string | null;
  /** Null where it closed by itself: the dispute was won. */
  @Column({ type: "text", nullable: true }) closedByStaffId!: string | null;
  @Column({ type: "text", nullable: true }) decision!: MoneyDecision | null;
}
