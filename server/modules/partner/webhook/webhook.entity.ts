import { Column, Entity, PrimaryColumn } from "typeorm";
import type { PartnerEventType } from "../event/partnerEvent.rules";

@Entity("webhook_endpoint")
export class WebhookEndpointEntity {
  @PrimaryColumn({ type: "text" }) endpointId!: string;
  @Column({ type: "text" }) partnerId!: string;
  @Column({ type: "text" }) url!: string;
  @Column({ type: "simple-json" }) types!: readonly PartnerEventType[];
  /** `WebhookSecrets` as encrypted JSON. */
  @Column({ type: "text" }) secretsSealed!: string;
  @Column({ type: "text" }) createdAt!: string;
  /** The time of the first failure since the last success; null if there was none, or the endpoint was resumed. */
  @Column({ type: "text", nullable: true }) failingSince!: string | null;
  /** When the endpoint was paused; null if it is not. A paused endpoint receives pings, but no events. */
  @Column({ type: "text", nullable: true }) pausedAt!: string | null;
  @Column({ type: "text", nullable: true }) endedAt!: string | null;
  /** When to send the e-mail about the pause; null if none is due. */
  @Column({ type: "text", nullable: true }) noticeDueAt!: string | null;
}

/** An event to deliver to an endpoint, with up to ten attempts. */
@Entity("webhook_delivery")
export class WebhookDeliveryEntity {
  /** Made of the ids of endpoint and event, so that an endpoint has at most one delivery per event. */
  @PrimaryColumn({ type: "text" }) deliveryId!: string;
  @Column({ type: "text" }) endpointId!: string;
  @Column({ type: "text" }) partnerEventId!: string;
  @Column({ type: "text" }) state!: "DUE" | "DONE" | "FAILED";
  /** Attempts since the delivery was created or last replayed. */
  @Column({ type: "integer" }) attempts!: number;
  @Column({ type: "text" }) nextTryAt!: string;
  /** The end of a process's lease; null if no process is sending the event. */
  @Column({ type: "text", nullable: true }) leasedUntil!: string | null;
  /** HTTP status or error of the last attempt. */
  @Column({ type: "text", nullable: true }) lastResult!: string | null;
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text", nullable: true }) closedAt!: string | null;
}

/** An attempt to deliver an event, or a ping. Only the last attempts of each endpoint are stored. */
@Entity("webhook_attempt")
export class WebhookAttemptEntity {
  @PrimaryColumn({ type: "text" }) attemptId!: string;
  @Column({ type: "text" }) endpointId!: string;
  /** Null for a ping. */
  @Column({ type: "text", nullable: true }) partnerEventId!: string | null;
  @Column({ type: "text" }) at!: string;
  @Column({ type: "integer", nullable: true }) status!: number | null;
  @Column({ type: "text", nullable: true }) error!: string | null;
  @Column({ type: "integer" }) durationMs!: number;
  /** The first characters of the response. */
  @Column({ type: "text" }) excerpt!: string;
}
