import { Column, Entity, PrimaryColumn } from "typeorm";
import type { ActorKind, AuditAction, SubjectKind } from "./audit.rules";

/**
 * One access to, or change of, personal data. Triggers reject changes and deletions; the hash chain reveals tampering.
 */
@Entity("audit_event")
export class AuditEventEntity {
  /** 1, 2, 3 … without gaps, once the event is chained. */
  @PrimaryColumn({ type: "integer" }) sequence!: number;
  @Column({ type: "text" }) at!: string;
  @Column({ type: "text" }) actorKind!: ActorKind;
  /** The id of the user or of a partner's key; null for a visitor or the system. */
  @Column({ type: "text", nullable: true }) actorId!: string | null;
  @Column({ type: "text" }) action!: AuditAction;
  @Column({ type: "text" }) subjectKind!: SubjectKind;
  @Column({ type: "text" }) subjectId!: string;
  @Column({ type: "text", nullable: true }) visaRequestId!: string | null;
  /** Id of the account that the event is about, or that owns its application. */
  @Column({ type: "text", nullable: true }) ownerUserId!: string | null;
  /** `AuditDetails` as JSON, without personal values. */
  @Column({ type: "text", nullable: true }) details!: string | null;
  /** The hash of the previous event; `noHash` for the first. */
  @Column({ type: "text" }) previousHash!: string;
  /** HMAC-SHA-256 over all columns above, in hex. */
  @Column({ type: "text" }) hash!: string;
}
