import { Column, Entity, PrimaryColumn } from "typeorm";
import type { ConsentKind } from "./consent.rules";

/**
 * A consent to the use of an applicant's personal data. A stored consent never changes; an applicant's latest consent
 * applies.
 */
@Entity("consent")
export class ConsentEntity {
  @PrimaryColumn({ type: "text" }) consentId!: string;
  @Column({ type: "text" }) visaApplicantId!: string;
  @Column({ type: "text" }) kind!: ConsentKind;
  /** The day on which this version of the text was introduced, `YYYY-MM-DD`. */
  @Column({ type: "text" }) textVersion!: string;
  /** The guardian's name, encrypted; null for the applicant's own consent. */
  @Column({ type: "text", nullable: true }) guardianNameSealed!: string | null;
  @Column({ type: "text" }) givenAt!: string;
  /** Id of the account from which the consent was given. */
  @Column({ type: "text" }) givenByUserId!: string;
}
