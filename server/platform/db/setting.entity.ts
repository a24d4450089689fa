import { Column, Entity, PrimaryColumn } from "typeorm";

/** A named value that the server stores about itself. */
@Entity("setting")
export class SettingEntity {
  @PrimaryColumn({ type: "text" }) name!: string;
  @Column({ type: "text" }) value!: string;
}
