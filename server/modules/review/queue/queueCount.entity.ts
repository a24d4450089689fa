import { Column, Entity, PrimaryColumn } from "typeorm";
import type { Day } from "../../visaRequest/day.rules";
import type { VisaRequestStatus } from "../../visaRequest/visaRequest.rules";

/**
 * How many applications of the queue are alike in what it is counted by; no row where there is none. Written by triggers
 * on `visa_request` alone, in the transaction of the change.
 */
@Entity("queue_count")
export class QueueCountEntity {
  @PrimaryColumn({ type: "text" }) visaRequestStatus!: VisaRequestStatus;
  @PrimaryColumn({ type: "text" }) expectedDate!: Day;
  /** Empty where nobody works on them. */
  @PrimaryColumn({ type: "text" }) assignedStaffId!: string;
  @Column({ type: "integer" }) applications!: number;
}
