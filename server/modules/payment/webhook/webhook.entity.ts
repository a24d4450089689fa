import { Column, Entity, PrimaryColumn } from "typeorm";

/**
 * A row of the webhook inbox, stored before it is processed. Only the event's type and ids are stored: amounts and
 * states are fetched from the gateway, and the rest is personal data.
 */
@Entity("webhook_event")
export class WebhookEventEntity {
  /** The gateway's id of the event, or the body's hash if it has none. */
  @PrimaryColumn({ type: "text" }) webhookEventId!: string;
  @Column({ type: "text" }) eventType!: string;
  @Column({ type: "text", nullable: true }) razorpayOrderId!: string | null;
  @Column({ type: "text", nullable: true }) razorpayPaymentId!: string | null;
  @Column({ type: "text", nullable: true }) razorpayRefundId!: string | null;
  @Column({ type: "text", nullable: true }) razorpayDisputeId!: string | null;
  /** IGNORED if the event does not concern us. */
  @Column({ type: "text" }) state!: "PENDING" | "DONE" | "IGNORED";
  @Column({ type: "integer" }) attempts!: number;
  @Column({ type: "text" }) nextTryAt!: string;
  /** The error code of the last attempt. */
  @Column({ type: "text", nullable: true }) lastError!: string | null;
  @Column({ type: "text" }) receivedAt!: string;
  @Column({ type: "text", nullable: true }) doneAt!: string | null;
}
