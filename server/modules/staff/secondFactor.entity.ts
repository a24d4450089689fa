import { Column, Entity, PrimaryColumn } from "typeorm";

/** The secret that a member of staff shares with their authenticator app. */
@Entity("second_factor")
export class SecondFactorEntity {
  /** By the number that has the role, not the account: who erases the account and begins anew has it still. */
  @PrimaryColumn({ type: "text" }) staffMemberId!: string;
  @Column({ type: "text" }) secretSealed!: string;
  /** When the first right code came; null while it is being set up. */
  @Column({ type: "text", nullable: true }) confirmedAt!: string | null;
  /** The step of time of the last code that was taken; 0 for none. */
  @Column({ type: "integer" }) lastStep!: number;
  /** In a row. */
  @Column({ type: "integer" }) wrongCodes!: number;
  /** Until when no code is looked at, after too many wrong ones. */
  @Column({ type: "text", nullable: true }) blockedUntil!: string | null;
}
