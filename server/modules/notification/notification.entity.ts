import { Column, Entity, PrimaryColumn } from "typeorm";
import type { MessageChannel, MessageEvent } from "./notification.rules";

/**
 * A message to the owner or follower of a request, inserted in the transaction of the event that it reports. DUE until
 * the provider accepts it, then SENT; DEAD if the provider rejects it or all attempts have failed.
 */
@Entity("notification")
export class NotificationEntity {
  /** Sent with the message, so that providers can recognise a duplicate. */
  @PrimaryColumn({ type: "text" }) notificationId!: string;
  @Column({ type: "text" }) event!: MessageEvent;
  @Column({ type: "text" }) channel!: MessageChannel;
  /** Id of the reported occurrence. There is one message per event, occurrence and channel. */
  @Column({ type: "text" }) occurrenceId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text" }) userId!: string;
  /**
   * The phone number or e-mail address, encrypted; null once it has been cleared (`messageDays`), and until the
   * message is sent if it is for a possible follower.
   */
  @Column({ type: "text", nullable: true }) toSealed!: string | null;
  /** `MessageFacts` as encrypted JSON; null once they have been cleared (`messageDays`). */
  @Column({ type: "text", nullable: true }) paramsSealed!: string | null;
  @Column({ type: "text" }) state!: "DUE" | "SENT" | "DEAD";
  /** Attempts since the message was created or last retried by staff. */
  @Column({ type: "integer" }) attempts!: number;
  @Column({ type: "text" }) nextTryAt!: string;
  /** The code of the last error, without personal data. */
  @Column({ type: "text", nullable: true }) lastError!: string | null;
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text", nullable: true }) sentAt!: string | null;
}
