import { Column, Entity, PrimaryColumn } from "typeorm";

/** Values that the server stores about itself, by name. */
@Entity("setting")
export class SettingEntity {
  @PrimaryColumn({ type: "text" }) name!: string;
  @Column({ type: "text" }) value!: string;
}
