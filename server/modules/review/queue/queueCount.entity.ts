import { Column, Entity, PrimaryColumn } from "typeorm";
import type { Day } from "../../../core/day.rules";
import type { VisaRequestStatus } from "../../visaRequest/visaRequest.rules";

/**
 * The number of queued applications per status, date and staff member; no row means none. Triggers on `visa_request`
 * write the rows in the transaction of the change; `sumUpCounts` merges those with the same key.
 */
@Entity("queue_count")
export class QueueCountEntity {
  @PrimaryColumn({ type: "text" }) visaRequestStatus!: VisaRequestStatus;
  @PrimaryColumn({ type: "text" }) expectedDate!: Day;
  /** Empty for unassigned applications. */
  @PrimaryColumn({ type: "text" }) assignedStaffId!: string;
  @Column({ type: "integer" }) applications!: number;
}
