import { Column, Entity, PrimaryColumn } from "typeorm";

/** What one of our staff told the others about an application. It goes with the application's personal data. */
@Entity("staff_note")
export class StaffNoteEntity {
  @PrimaryColumn({ type: "text" }) staffNoteId!: string;
  @Column({ type: "text" }) visaRequestId!: string;
  /** The `userId` of who wrote it. */
  @Column({ type: "text" }) staffId!: string;
  /** Sealed: staff write about people. */
  @Column({ type: "text" }) textSealed!: string;
  @Column({ type: "text" }) createdAt!: string;
}
