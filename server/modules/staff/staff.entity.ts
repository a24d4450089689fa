import { Column, Entity, PrimaryColumn } from "typeorm";

/** A phone number with the staff role. An account with this number has the role from its next request on. */
@Entity("staff_member")
export class StaffMemberEntity {
  @PrimaryColumn({ type: "text" }) staffMemberId!: string;
  /** `+` and digits. */
  @Column({ type: "text", unique: true }) phoneNumber!: string;
  /** From `STAFF_PHONES`, or added with `npm run staff`. */
  @Column({ type: "text" }) source!: "SETTING" | "COMMAND";
  @Column({ type: "text" }) addedAt!: string;
}
