import { Column, Entity, PrimaryColumn } from "typeorm";
import type { ActorKind, AuditAction, SubjectKind } from "./audit.rules";

/** Who saw or changed what about whom. Written once: triggers refuse a change, and the chain tells of one. */
@Entity("audit_event")
export class AuditEventEntity {
  /** 1, 2, 3 … without a gap. */
  @PrimaryColumn({ type: "integer" }) sequence!: number;
  @Column({ type: "text" }) at!: string;
  @Column({ type: "text" }) actorKind!: ActorKind;
  /** The user's id; null for a visitor and for the system. */
  @Column({ type: "text", nullable: true }) actorId!: string | null;
  @Column({ type: "text" }) action!: AuditAction;
  @Column({ type: "text" }) subjectKind!: SubjectKind;
  @Column({ type: "text" }) subjectId!: string;
  @Column({ type: "text", nullable: true }) visaRequestId!: string | null;
  /** Whom it is about: the owner of the account or of the request. */
  @Column({ type: "text", nullable: true }) ownerUserId!: string | null;
  /** `AuditDetails` as JSON: names of fields and kinds of files, never a person's values. */
  @Column({ type: "text", nullable: true }) details!: string | null;
  /** The hash of the event before; of the first, of nothing. */
  @Column({ type: "text" }) previousHash!: string;
  /** HMAC-SHA-256 over all of the above, hex. */
  @Column({ type: "text" }) hash!: string;
}
