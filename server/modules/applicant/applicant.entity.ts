import { Column, Entity, PrimaryColumn } from "typeorm";
import type { ApplicantColumns } from "./applicantFields.rules";
import type { RejectionReason, VisaApplicantStatus } from "./applicantStatus.rules";

/**
 * One traveller of a request. The passport number is sealed; its blind index finds duplicates. A column that the list of
 * the fields has and this class has not does not compile.
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
  /** Encrypted; see `openComments` for rows from before. */
  @Column({ type: "text", nullable: true }) commentsSealed!: string | null;
  /** The two lines of the machine-readable zone and who entered them (`Mrz`), sealed JSON. */
  @Column({ type: "text", nullable: true }) mrzSealed!: string | null;
  /** When the visa was handed over or refused. */
  @Column({ type: "text", nullable: true }) decidedAt!: string | null;
  @Column({ type: "text", nullable: true }) rejectionReason!: RejectionReason | null;
  /** What staff said on the decision, sealed. */
  @Column({ type: "text", nullable: true }) decisionNoteSealed!: string | null;
  /** What is said of each required document (`KeptDocument[]`), sealed JSON; null where it came before this was asked. */
  @Column({ type: "text", nullable: true }) requiredDocumentsSealed!: string | null;
  @Column({ type: "text" }) createdAt!: string;
}
