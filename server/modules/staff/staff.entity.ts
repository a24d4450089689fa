import { Column, Entity, PrimaryColumn } from "typeorm";

/** A phone number with the staff role. An account with this number has the role from its next request on. */
@Entity("staff_member")
export class StaffMemberEntity {
  @PrimaryColumn({ type: "text" }) staffMemberId!: string;
  /** A `+` followed by digits. */
  @Column({ type: "text", unique: true }) phoneNumber!: string;
  /** From `STAFF_PHONES`, or added with `npm run staff`. */
  @Column({ type: "text" }) source!: "SETTING" | "COMMAND";
  @Column({ type: "text" }) addedAt!: string;
}

/** The secret that a staff member shares with their authenticator app. */
@Entity("second_factor")
export class SecondFactorEntity {
  /** Identifies the staff number, not the account, so that a new account does not reset the second factor. */
  @PrimaryColumn({ type: "text" }) staffMemberId!: string;
  @Column({ type: "text" }) secretSealed!: string;
  /** When the first valid code was entered; null during setup. */
  @Column({ type: "text", nullable: true }) confirmedAt!: string | null;
  /** The TOTP time step of the last accepted code; 0 if there is none. */
  @Column({ type: "integer" }) lastStep!: number;
  @Column({ type: "integer" }) wrongCodes!: number;
  /** Locked until this time after too many wrong codes. */
  @Column({ type: "text", nullable: true }) blockedUntil!: string | null;
}
