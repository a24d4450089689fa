import { Column, Entity, PrimaryColumn } from "typeorm";
import type { MessageChannel, MessageEvent } from "./notification.rules";

/**
 * A message to the owner of a request. It is written in the transaction of what it reports. DUE until the provider
 * took it, SENT then; DEAD where it refuses it, or after all tries.
 */
@Entity("notification")
export class NotificationEntity {
  /** Goes out with the message, so that a second sending can be recognised. */
  @PrimaryColumn({ type: "text" }) notificationId!: string;
  @Column({ type: "text" }) event!: MessageEvent;
  @Column({ type: "text" }) channel!: MessageChannel;
  /** What happened: of each event there is one message for each way. */
  @Column({ type: "text" }) occurrenceId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  /** Whom it goes to. */
  @Column({ type: "text" }) userId!: string;
  /** The number or the address; null once it is of no use any more. */
  @Column({ type: "text", nullable: true }) toSealed!: string | null;
  /** JSON of `MessageFacts`; null as above. */
  @Column({ type: "text", nullable: true }) paramsSealed!: string | null;
  @Column({ type: "text" }) state!: "DUE" | "SENT" | "DEAD";
  /** How often it was sent or tried since it was made or last taken up again. */
  @Column({ type: "integer" }) attempts!: number;
  @Column({ type: "text" }) nextTryAt!: string;
  /** The code of what went wrong last, without personal values. */
  @Column({ type: "text", nullable: true }) lastError!: string | null;
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text", nullable: true }) sentAt!: string | null;
}
