import { Column, Entity, PrimaryColumn } from "typeorm";
import type { Gender } from "./applicant.rules";
import type { TravelerType } from "../visaRequest/pricing.rules";
import type { RejectionReason, VisaApplicantStatus } from "./applicantStatus.rules";

/** One traveller of a request. The passport number is sealed; its blind index finds doubles. */
@Entity("visa_applicant")
export class VisaApplicantEntity {
  @PrimaryColumn({ type: "text" }) visaApplicantId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text" }) visaApplicantStatus!: VisaApplicantStatus;
  @Column({ type: "text" }) title!: string;
  @Column({ type: "text" }) firstName!: string;
  @Column({ type: "text" }) lastName!: string;
  @Column({ type: "text" }) gender!: Gender;
  @Column({ type: "text" }) dateOfBirth!: string;
  @Column({ type: "text" }) passportNumberSealed!: string;
  @Column({ type: "text" }) passportNumberIndex!: string;
  @Column({ type: "text" }) passportIssueDate!: string;
  @Column({ type: "text" }) passportExpireDate!: string;
  @Column({ type: "text" }) travelerType!: TravelerType;
  @Column({ type: "text" }) nationality!: string;
  @Column({ type: "text" }) passportCountry!: string;
  @Column({ type: "text", nullable: true }) comments!: string | null;
  /** The two lines of the machine-readable zone and who entered them (`Mrz`), sealed JSON. */
  @Column({ type: "text", nullable: true }) mrzSealed!: string | null;
  /** When the visa was handed over or refused. */
  @Column({ type: "text", nullable: true }) decidedAt!: string | null;
  @Column({ type: "text", nullable: true }) rejectionReason!: RejectionReason | null;
  /** What staff said on the decision, sealed. */
  @Column({ type: "text", nullable: true }) decisionNoteSealed!: string | null;
  @Column({ type: "text" }) createdAt!: string;
}
