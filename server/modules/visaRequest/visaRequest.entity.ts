import { Column, Entity, PrimaryColumn } from "typeorm";
import type { PaymentStatus, VisaRequestStatus } from "./visaRequest.rules";

/** An application for one visa. Money in whole rupees; the prices and rates of the day it was made. */
@Entity("visa_request")
export class VisaRequestEntity {
  @PrimaryColumn({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text", unique: true }) visaReferenceNo!: string;
  @Column({ type: "text" }) userId!: string;
  @Column({ type: "text" }) visaId!: string;
  @Column({ type: "text" }) leadSource!: string;
  @Column({ type: "text" }) visaName!: string;
  @Column({ type: "text" }) countryName!: string;
  /** The adult's visa fee. */
  @Column({ type: "integer" }) pricePerApplicant!: number;
  /** The child's visa fee; null where children pay the adult's. */
  @Column({ type: "integer", nullable: true }) childPrice!: number | null;
  /** The service fee for one applicant. */
  @Column({ type: "integer" }) serviceFeeRate!: number;
  @Column({ type: "real" }) gstPercent!: number;
  @Column({ type: "integer" }) netPrice!: number;
  @Column({ type: "integer" }) serviceFee!: number;
  @Column({ type: "integer" }) gst!: number;
  @Column({ type: "integer" }) totalPrice!: number;
  /** `YYYY-MM-DD`, as all days in the database. */
  @Column({ type: "text" }) travelDate!: string;
  @Column({ type: "text" }) expectedDate!: string;
  @Column({ type: "integer" }) noOfApplicants!: number;
  @Column({ type: "text", nullable: true }) email!: string | null;
  @Column({ type: "text" }) mobile!: string;
  @Column({ type: "text" }) visaRequestStatus!: VisaRequestStatus;
  @Column({ type: "text" }) paymentStatus!: PaymentStatus;
  @Column({ type: "text", nullable: true }) paymentGateway!: string | null;
  @Column({ type: "text", nullable: true }) paymentGatewayNo!: string | null;
  /** Grows whenever travellers are added, removed or change in price: an order pays for one of them. */
  @Column({ type: "integer" }) priceVersion!: number;
  /** Grows with each change; each change asks for the one it has read. */
  @Column({ type: "integer" }) version!: number;
  @Column({ type: "text" }) createdAt!: string;
  /** When it or one of its travellers was last changed. */
  @Column({ type: "text", nullable: true }) changedAt!: string | null;
  /** Who of our staff works on it; null while nobody does. */
  @Column({ type: "text", nullable: true }) assignedStaffId!: string | null;
  @Column({ type: "text", nullable: true }) assignedAt!: string | null;
  /** Since when it waits for the traveller; the expected date stands still meanwhile. */
  @Column({ type: "text", nullable: true }) waitingSince!: string | null;
  /** When the travellers' details and files were removed for good; null while they are kept. */
  @Column({ type: "text", nullable: true }) papersRemovedAt!: string | null;
  /** When to remind the traveller of documents that are still needed; null if that is done, or not paid. */
  @Column({ type: "text", nullable: true }) documentReminderAt!: string | null;
}

/** One step in the life of a request. */
@Entity("visa_request_event")
export class VisaRequestEventEntity {
  @PrimaryColumn({ type: "text" }) visaRequestEventId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text" }) at!: string;
  @Column({ type: "text" }) status!: VisaRequestStatus;
  @Column({ type: "text", nullable: true }) note!: string | null;
}
