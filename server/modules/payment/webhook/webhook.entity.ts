import { Column, Entity, PrimaryColumn } from "typeorm";

/**
 * One row of the inbox: something that the gateway reported, kept before it is processed. Of the body only the
 * kind and the ids stay: amounts and states are asked for anew, and the rest is personal data.
 */
@Entity("webhook_event")
export class WebhookEventEntity {
  /** `x-razorpay-event-id`, or the body's hash where that is missing. */
  @PrimaryColumn({ type: "text" }) webhookEventId!: string;
  @Column({ type: "text" }) eventType!: string;
  @Column({ type: "text", nullable: true }) razorpayOrderId!: string | null;
  @Column({ type: "text", nullable: true }) razorpayPaymentId!: string | null;
  @Column({ type: "text", nullable: true }) razorpayRefundId!: string | null;
  @Column({ type: "text", nullable: true }) razorpayDisputeId!: string | null;
  /** IGNORED where nothing in it concerns us. */
  @Column({ type: "text" }) state!: "PENDING" | "DONE" | "IGNORED";
  /** How often it was begun in vain. */
  @Column({ type: "integer" }) attempts!: number;
  @Column({ type: "text" }) nextTryAt!: string;
  /** The code of what went wrong last. */
  @Column({ type: "text", nullable: true }) lastError!: string | null;
  @Column({ type: "text" }) receivedAt!: string;
  @Column({ type: "text", nullable: true }) doneAt!: string | null;
}
