import { Column, Entity, PrimaryColumn } from "typeorm";
import type { ApplicantColumns } from "./applicantFields.rules";
import type { RejectionReason, VisaApplicantStatus } from "./applicantStatus.rules";

/**
 * One applicant of a request. The passport number is encrypted; duplicates are found by its blind index. A field in the
 * list of applicant fields that has no column here is a compile error.
 */
@Entity("visa_applicant")
export class VisaApplicantEntity implements ApplicantColumns {
  @PrimaryColumn({ type: "text" }) visaApplicantId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  @Column({ type: "text" }) visaApplicantStatus!: VisaApplicantStatus;
  @Column({ type: "text" }) title!: ApplicantColumns["title"];
  @Column({ type: "text" }) firstName!: string;
  @Column({ type: "text" }) lastName!: string;
  @Column({ type: "text" }) gender!: ApplicantColumns["gender"];
  @Column({ type: "text" }) dateOfBirth!: string;
  @Column({ type: "text" }) passportNumberSealed!: string;
  @Column({ type: "text" }) passportNumberIndex!: string;
  @Column({ type: "text" }) passportIssueDate!: string;
  @Column({ type: "text" }) passportExpireDate!: string;
  @Column({ type: "text" }) travelerType!: ApplicantColumns["travelerType"];
  @Column({ type: "text" }) nationality!: string;
  @Column({ type: "text" }) passportCountry!: string;
  /** Encrypted. Comments that were stored before encryption existed begin with `clearMark`. */
  @Column({ type: "text", nullable: true }) commentsSealed!: string | null;
  /** The two MRZ lines and their source (`Mrz`), as encrypted JSON. */
  @Column({ type: "text", nullable: true }) mrzSealed!: string | null;
  /** When the applicant was approved or rejected. */
  @Column({ type: "text", nullable: true }) decidedAt!: string | null;
  @Column({ type: "text", nullable: true }) rejectionReason!: RejectionReason | null;
  @Column({ type: "text", nullable: true }) decisionNoteSealed!: string | null;
  /**
   * The state of each required document (`KeptDocument[]`), as encrypted JSON. Null for applicants from
   * before the form asked for documents.
   */
  @Column({ type: "text", nullable: true }) requiredDocumentsSealed!: string | null;
  @Column({ type: "text" }) createdAt!: string;
}
