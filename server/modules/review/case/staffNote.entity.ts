import { Column, Entity, PrimaryColumn } from "typeorm";

/** A note about an application that only staff can read. It is removed with the application's personal data. */
@Entity("staff_note")
export class StaffNoteEntity {
  @PrimaryColumn({ type: "text" }) staffNoteId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  /** The `userId` of the author. */
  @Column({ type: "text" }) staffId!: string;
  /** Encrypted, because staff write about people. */
  @Column({ type: "text" }) textSealed!: string;
  @Column({ type: "text" }) createdAt!: string;
}
