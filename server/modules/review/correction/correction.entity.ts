import { Column, Entity, PrimaryColumn } from "typeorm";
import type { CorrectableField } from "../../applicant/applicantFields.rules";
import type { FilePurpose } from "../../file/file.rules";
import type { CorrectionReason } from "./correction.rules";

/** One thing that a traveller was asked to correct: a file or a field. */
@Entity("applicant_correction")
export class ApplicantCorrectionEntity {
  @PrimaryColumn({ type: "text" }) correctionId!: string;
  @Column({ type: "text" }) visaApplicantId!: string;
  /** Its place among what was asked for at once, 0 first. */
  @Column({ type: "integer" }) position!: number;
  /** The kind of file; null where it is about a field. */
  @Column({ type: "text", nullable: true }) paper!: FilePurpose | null;
  /** The file to replace; null for a missing one. Stays when the file is deleted. */
  @Column({ type: "text", nullable: true }) fileId!: string | null;
  @Column({ type: "text", nullable: true }) field!: CorrectableField | null;
  /** The required document that is missing; null where it is none of those. */
  @Column({ type: "text", nullable: true }) documentName!: string | null;
  @Column({ type: "text" }) reason!: CorrectionReason;
  /** The message to the traveller, sealed. */
  @Column({ type: "text", nullable: true }) noteSealed!: string | null;
  /** JSON of `FieldAnswer`, sealed; null while it is open, and for a file. */
  @Column({ type: "text", nullable: true }) answerSealed!: string | null;
  @Column({ type: "text" }) staffId!: string;
  @Column({ type: "text" }) askedAt!: string;
  /** When it was answered, or the traveller was refused a visa; null while it is open. */
  @Column({ type: "text", nullable: true }) closedAt!: string | null;
}
