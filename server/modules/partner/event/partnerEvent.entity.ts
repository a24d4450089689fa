import { Column, Entity, PrimaryColumn } from "typeorm";
import type { PartnerEventType } from "./partnerEvent.rules";

/** A change of an application that is reported to its partner. Contains no personal data. */
@Entity("partner_event")
export class PartnerEventEntity {
  /** Insertion order; set by the database. */
  @PrimaryColumn({ type: "integer" }) position!: number;
  /** Sent as `webhook-id`; the same for each attempt. */
  @Column({ type: "text", unique: true }) partnerEventId!: string;
  /**
   * The position in the partner's feed: 1, 2, 3 … in the order of commits; null until the job has assigned it. Counted
   * per partner, so that no partner learns how many events others have.
   */
  @Column({ type: "integer", nullable: true }) number!: number | null;
  @Column({ type: "text" }) partnerId!: string;
  @Column({ type: "text" }) type!: PartnerEventType;
  @Column({ type: "text" }) at!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text", nullable: true }) visaApplicantId!: string | null;
  @Column({ type: "text", nullable: true }) refundId!: string | null;
  @Column({ type: "text", nullable: true }) externalReference!: string | null;
  /** The application's status, payment status and version after the change. */
  @Column({ type: "text" }) status!: string;
  @Column({ type: "text" }) paymentStatus!: string;
  @Column({ type: "integer" }) version!: number;
}
