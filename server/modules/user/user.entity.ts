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
}
