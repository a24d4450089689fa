import { Column, Entity, PrimaryColumn } from "typeorm";

/** An applicant whom an account keeps for its next application. Their files are in `kept_file`. */
@Entity("kept_applicant")
export class KeptApplicantEntity {
  @PrimaryColumn({ type: "text" }) keptApplicantId!: string;
  @Column({ type: "text" }) userId!: string;
  /** Id of the applicant whose data was copied; that applicant may no longer exist. */
  @Column({ type: "text" }) visaApplicantId!: string;
  /** A blind index, unique within an account. */
  @Column({ type: "text" }) passportNumberIndex!: string;
  /** `KeptDetails` as encrypted JSON. */
  @Column({ type: "text" }) detailsSealed!: string;
  /** The passport's last day of validity. The applicant is still kept on that day. */
  @Column({ type: "text" }) expiresOn!: string;
  @Column({ type: "text" }) keptAt!: string;
}

/** An account's choice of whether its applicants may be kept. */
@Entity("applicant_keeping")
export class ApplicantKeepingEntity {
  @PrimaryColumn({ type: "text" }) userId!: string;
  @Column({ type: "boolean" }) isOn!: boolean;
  /** The version of the text that was agreed to; null if the account has refused or withdrawn its consent. */
  @Column({ type: "text", nullable: true }) textVersion!: string | null;
  @Column({ type: "text" }) decidedAt!: string;
}
