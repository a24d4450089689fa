import { Column, Entity, PrimaryColumn } from "typeorm";
import type { CorrectableField } from "../../applicant/applicantFields.rules";
import type { FilePurpose } from "../../file/file.rules";
import type { CorrectionReason } from "./correction.rules";

/** A file or field that a traveller is asked to correct. */
@Entity("applicant_correction")
export class ApplicantCorrectionEntity {
  @PrimaryColumn({ type: "text" }) correctionId!: string;
  @Column({ type: "text" }) visaApplicantId!: string;
  /** The index, from 0, among the corrections that were requested together. */
  @Column({ type: "integer" }) position!: number;
  /** The kind of file; null for a field. */
  @Column({ type: "text", nullable: true }) paper!: FilePurpose | null;
  /** Id of the file to replace; null for a field or a missing document. It remains after the file has been deleted. */
  @Column({ type: "text", nullable: true }) fileId!: string | null;
  @Column({ type: "text", nullable: true }) field!: CorrectableField | null;
  /** Name of the required document that is missing, or of the question to answer again; null for anything else. */
  @Column({ type: "text", nullable: true }) documentName!: string | null;
  @Column({ type: "text" }) reason!: CorrectionReason;
  /** The message to the traveller, encrypted. */
  @Column({ type: "text", nullable: true }) noteSealed!: string | null;
  /** `FieldAnswer` as encrypted JSON; null while the correction is open, and for a file. */
  @Column({ type: "text", nullable: true }) answerSealed!: string | null;
  @Column({ type: "text" }) staffId!: string;
  @Column({ type: "text" }) askedAt!: string;
  /** When the correction was answered or withdrawn, or the applicant was rejected; null while it is open. */
  @Column({ type: "text", nullable: true }) closedAt!: string | null;
}
