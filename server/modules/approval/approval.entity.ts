import { Column, Entity, PrimaryColumn } from "typeorm";

export type ApprovalKind = "REFUND" | "VISA_CHANGE" | "VISA_MISMATCH";
/** VOID: the action was no longer possible as shown, or its requester lost the account or staff role. */
export type ApprovalOutcome = "AGREED" | "DECLINED" | "WITHDRAWN" | "VOID";

/** A staff member's request that another staff member has to approve. At most one is open per subject. */
@Entity("approval")
export class ApprovalEntity {
  @PrimaryColumn({ type: "text" }) approvalId!: string;
  @Column({ type: "text" }) kind!: ApprovalKind;
  /** Id of the application to refund, the catalogue visa to change, or the applicant whose visa does not match. */
  @Column({ type: "text" }) subjectId!: string;
  /** Describes the action as it was when requested. Contains no personal data. */
  @Column({ type: "text" }) text!: string;
  /** The action to perform after approval, as JSON. Read by the service that requested it. */
  @Column({ type: "text" }) asked!: string;
  @Column({ type: "text" }) askedByStaffId!: string;
  /** The requester's staff member id, which does not depend on the account; null in old rows. */
  @Column({ type: "text", nullable: true }) askedByMemberId!: string | null;
  @Column({ type: "text" }) askedAt!: string;
  @Column({ type: "text", nullable: true }) closedAt!: string | null;
  /** Null while the approval is open, or if the server closed it. */
  @Column({ type: "text", nullable: true }) closedByStaffId!: string | null;
  @Column({ type: "text", nullable: true }) closedByMemberId!: string | null;
  @Column({ type: "text", nullable: true }) outcome!: ApprovalOutcome | null;
}
