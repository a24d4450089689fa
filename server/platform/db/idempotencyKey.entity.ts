import { Column, Entity, PrimaryColumn } from "typeorm";

/** A key that a caller gave to a mutation, and what it made: the same key gives the same result. */
@Entity("idempotency_key")
export class IdempotencyKeyEntity {
  @PrimaryColumn({ type: "text" }) userId!: string;
  @PrimaryColumn({ type: "text" }) operation!: string;
  @PrimaryColumn({ type: "text" }) idempotencyKey!: string;
  /** SHA-256 of the input: the same key with another input is a conflict. */
  @Column({ type: "text" }) inputHash!: string;
  /** The id of what was made. */
  @Column({ type: "text" }) resultId!: string;
  @Column({ type: "text" }) createdAt!: string;
}
