import { Column, Entity, PrimaryColumn } from "typeorm";

/** The idempotency key of a mutation, with the result to return if the key is used again. */
@Entity("idempotency_key")
export class IdempotencyKeyEntity {
  @PrimaryColumn({ type: "text" }) userId!: string;
  @PrimaryColumn({ type: "text" }) operation!: string;
  @PrimaryColumn({ type: "text" }) idempotencyKey!: string;
  /** SHA-256 of the input, because reusing the key with a different input is a conflict. */
  @Column({ type: "text" }) inputHash!: string;
  /** Id of the object that the mutation created or changed. */
  @Column({ type: "text" }) resultId!: string;
  @Column({ type: "text" }) createdAt!: string;
}
