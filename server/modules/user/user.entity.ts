import { Column, Entity, PrimaryColumn } from "typeorm";

/** Somebody with an account; made at their first login. */
@Entity("user_account")
export class UserEntity {
  @PrimaryColumn({ type: "text" }) userId!: string;
  /** `+` and digits. */
  @Column({ type: "text", unique: true }) phoneNumber!: string;
  @Column({ type: "text" }) name!: string;
  @Column({ type: "text", nullable: true }) email!: string | null;
  /** ISO 8601, UTC, as all moments in the database. */
  @Column({ type: "text" }) createdAt!: string;
  /** When it was last used, to within an hour. */
  @Column({ type: "text" }) lastSeenAt!: string;
  /** The number that it had until it was set aside; null while it is in use. */
  @Column({ type: "text", nullable: true }) formerNumber!: string | null;
  /** Wrong answers to who its owner is, since it was set aside. */
  @Column({ type: "integer" }) identityTries!: number;
}
