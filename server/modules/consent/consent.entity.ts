import { Column, Entity, PrimaryColumn } from "typeorm";
import type { ConsentKind } from "./consent.rules";

/** One consent to the use of an applicant's personal data. What was given is never changed; the last one counts. */
@Entity("consent")
export class ConsentEntity {
  @PrimaryColumn({ type: "text" }) consentId!: string;
  @Column({ type: "text" }) visaApplicantId!: string;
  @Column({ type: "text" }) kind!: ConsentKind;
  /** The day from which the sentence was asked, `YYYY-MM-DD`. */
  @Column({ type: "text" }) textVersion!: string;
  /** Null for the applicant's own consent. */
  @Column({ type: "text", nullable: true }) guardianNameSealed!: string | null;
  @Column({ type: "text" }) givenAt!: string;
  /** Whose account it was given from. */
  @Column({ type: "text" }) givenByUserId!: string;
}
