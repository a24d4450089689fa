import { Column, Entity, PrimaryColumn } from "typeorm";

/** A link with which a traveller takes over an application that a partner has prepared. */
@Entity("handover")
export class HandoverEntity {
  @PrimaryColumn({ type: "text" }) handoverId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  /** The hash of the link's token; the token itself is not stored. */
  @Column({ type: "text", unique: true }) tokenHash!: string;
  @Column({ type: "text" }) createdAt!: string;
  @Column({ type: "text" }) expiresAt!: string;
  /** When the link was used or replaced; null until then. */
  @Column({ type: "text", nullable: true }) endedAt!: string | null;
}
