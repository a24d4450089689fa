import { Column, Entity, PrimaryColumn } from "typeorm";
import type { PaymentStatus, VisaRequestStatus } from "./visaRequest.rules";

/**
 * An application for one visa. Amounts are in whole rupees, at the prices and rates of the day on which the application
 * was created.
 */
@Entity("visa_request")
export class VisaRequestEntity {
  @PrimaryColumn({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text", unique: true }) visaReferenceNo!: string;
  @Column({ type: "text" }) userId!: string;
  @Column({ type: "text" }) visaId!: string;
  /**
   * Id of the requirement list that the visa had on the day the request was created. Null for requests from before
   * lists were stored; the current catalogue applies to them.
   */
  @Column({ type: "text", nullable: true }) requirementListId!: string | null;
  @Column({ type: "text" }) leadSource!: string;
  @Column({ type: "text" }) visaName!: string;
  @Column({ type: "text" }) countryName!: string;
  /** The visa fee of an adult. */
  @Column({ type: "integer" }) pricePerApplicant!: number;
  /** The visa fee of a child; null if children pay the adult fee. */
  @Column({ type: "integer", nullable: true }) childPrice!: number | null;
  /** The service fee per applicant. */
  @Column({ type: "integer" }) serviceFeeRate!: number;
  @Column({ type: "real" }) gstPercent!: number;
  @Column({ type: "integer" }) netPrice!: number;
  @Column({ type: "integer" }) serviceFee!: number;
  @Column({ type: "integer" }) gst!: number;
  @Column({ type: "integer" }) totalPrice!: number;
  /** `YYYY-MM-DD`, like all days in the database. */
  @Column({ type: "text" }) travelDate!: string;
  @Column({ type: "text" }) expectedDate!: string;
  @Column({ type: "integer" }) noOfApplicants!: number;
  @Column({ type: "text", nullable: true }) email!: string | null;
  @Column({ type: "text" }) mobile!: string;
  /**
   * The partner's own name for the request, unique among the partner's requests; null if a person created the request.
   */
  @Column({ type: "text", nullable: true }) externalReference!: string | null;
  /**
   * Id of the account of the traveller to whom the partner has handed over the request. This account has the same
   * rights as the owner.
   */
  @Column({ type: "text", nullable: true }) followerId!: string | null;
  @Column({ type: "text" }) visaRequestStatus!: VisaRequestStatus;
  @Column({ type: "text" }) paymentStatus!: PaymentStatus;
  @Column({ type: "text", nullable: true }) paymentGateway!: string | null;
  @Column({ type: "text", nullable: true }) paymentGatewayNo!: string | null;
  /**
   * Incremented if an applicant is added or removed, or an applicant's price changes. An order pays for one price
   * version only.
   */
  @Column({ type: "integer" }) priceVersion!: number;
  /** Incremented by each change. A change succeeds only if the version is the one that was read. */
  @Column({ type: "integer" }) version!: number;
  @Column({ type: "text" }) createdAt!: string;
  /** Time of the last change of the request or one of its applicants. */
  @Column({ type: "text", nullable: true }) changedAt!: string | null;
  /** Id of the account of the staff member to whom the request is assigned; null if there is none. */
  @Column({ type: "text", nullable: true }) assignedStaffId!: string | null;
  @Column({ type: "text", nullable: true }) assignedAt!: string | null;
  /**
   * When the request began to wait for the traveller; null if it is not waiting. The days of waiting are added to the
   * expected date.
   */
  @Column({ type: "text", nullable: true }) waitingSince!: string | null;
  /** When the applicants' details and files were permanently removed, or null. */
  @Column({ type: "text", nullable: true }) papersRemovedAt!: string | null;
  /** When to remind the traveller of missing documents; null if not paid or already reminded. */
  @Column({ type: "text", nullable: true }) documentReminderAt!: string | null;
}

/** A status change in the timeline of a request. */
@Entity("visa_request_event")
export class VisaRequestEventEntity {
  @PrimaryColumn({ type: "text" }) visaRequestEventId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text" }) at!: string;
  @Column({ type: "text" }) status!: VisaRequestStatus;
  @Column({ type: "text", nullable: true }) note!: string | null;
}
