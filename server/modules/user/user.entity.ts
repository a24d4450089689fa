import { Column, Entity, PrimaryColumn } from "typeorm";

/** A user account, created at the first login, or the account of a partner. */
@Entity("user_account")
export class UserEntity {
  @PrimaryColumn({ type: "text" }) userId!: string;
  /**
   * A `+` followed by digits. A partner's account has `partner:<userId>` instead, so that no one can sign in to it.
   * Archived and erased accounts have a placeholder too.
   */
  @Column({ type: "text", unique: true }) phoneNumber!: string;
  @Column({ type: "text" }) kind!: "PERSON" | "PARTNER";
  @Column({ type: "text" }) name!: string;
  @Column({ type: "text", nullable: true }) email!: string | null;
  /** ISO 8601 in UTC, like all timestamps in the database. */
  @Column({ type: "text" }) createdAt!: string;
  /** Last use, accurate to an hour. */
  @Column({ type: "text" }) lastSeenAt!: string;
  /** The number that the account had until it was archived; null while it is active. */
  @Column({ type: "text", nullable: true }) formerNumber!: string | null;
  /** Failed identity checks since the account was archived. */
  @Column({ type: "integer" }) identityTries!: number;
}
