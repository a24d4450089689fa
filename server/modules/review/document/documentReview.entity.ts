import { Column, Entity, PrimaryColumn } from "typeorm";
import type { CorrectionReason } from "../correction/correction.rules";

/** A staff member's review of a file; removed with the file. */
@Entity("paper_verdict")
export class DocumentReviewEntity {
  @PrimaryColumn({ type: "text" }) fileId!: string;
  @Column({ type: "boolean" }) isAccepted!: boolean;
  @Column({ type: "text", nullable: true }) reason!: CorrectionReason | null;
  /** A message to the traveller, encrypted. */
  @Column({ type: "text", nullable: true }) noteSealed!: string | null;
  @Column({ type: "text" }) staffId!: string;
  @Column({ type: "text" }) at!: string;
}
