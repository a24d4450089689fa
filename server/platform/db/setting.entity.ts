import { Column, Entity, PrimaryColumn } from "typeorm";

/** What the database knows of itself, by name. */
@Entity("setting")
export class SettingEntity {
  @PrimaryColumn({ type: "text" }) name!: string;
  @Column({ type: "text" }) value!: string;
}
