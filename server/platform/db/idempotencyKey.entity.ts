import { Column, Entity, PrimaryColumn } from "typeorm";

/** An idempotency key of a mutation and its result: the same key returns the same result. */
@Entity("idempotency_key")
export class IdempotencyKeyEntity {
  @PrimaryColumn({ type: "text" }) userId!: string;
  @PrimaryColumn({ type: "text" }) operation!: string;
  @PrimaryColumn({ type: "text" }) idempotencyKey!: string;
  /** SHA-256 of the input: the same key with a different input is a conflict. */
  @Column({ type: "text" }) inputHash!: string;
  /** Id of the object that the mutation created or changed. */
  @Column({ type: "text" }) resultId!: string;
  @Column({ type: "text" }) createdAt!: string;
}
