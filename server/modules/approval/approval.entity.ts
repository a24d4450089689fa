import { Column, Entity, PrimaryColumn } from "typeorm";

export type ApprovalKind = "REFUND" | "VISA_CHANGE" | "VISA_MISMATCH";
/** VOID: what was asked for could not be done any more as it was shown. */
export type ApprovalOutcome = "AGREED" | "DECLINED" | "WITHDRAWN" | "VOID";

/** Something that one of our staff asked for and another has to agree to. Of a subject one is open at most. */
@Entity("approval")
export class ApprovalEntity {
  @PrimaryColumn({ type: "text" }) approvalId!: string;
  @Column({ type: "text" }) kind!: ApprovalKind;
  /** The application whose money it is, the visa on offer that changes, or the traveller whose visa does not match. */
  @Column({ type: "text" }) subjectId!: string;
  /** What would happen, in words as they were when it was asked; no personal data. */
  @Column({ type: "text" }) text!: string;
  /** What is done once it is agreed to, as JSON; read by who asked for it. */
  @Column({ type: "text" }) asked!: string;
  @Column({ type: "text" }) askedByStaffId!: string;
  /** The staff number of the asker, which stays the same with another account; null for those of before. */
  @Column({ type: "text", nullable: true }) askedByMemberId!: string | null;
  @Column({ type: "text" }) askedAt!: string;
  @Column({ type: "text", nullable: true }) closedAt!: string | null;
  /** Null if the server closed it. */
  @Column({ type: "text", nullable: true }) closedByStaffId!: string | null;
  @Column({ type: "text", nullable: true }) closedByMemberId!: string | null;
  @Column({ type: "text", nullable: true }) outcome!: ApprovalOutcome | null;
}
