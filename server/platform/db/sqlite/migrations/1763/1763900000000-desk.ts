import type { MigrationInterface, QueryRunner } from "typeorm";

/** The review queue; a query has to repeat this condition literally to use the partial index. */
const onDesk = `"visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`;

const statements = [
  `CREATE TABLE staff_member (
    "staffMemberId" text PRIMARY KEY, "phoneNumber" text NOT NULL UNIQUE,
    source text NOT NULL CHECK (source IN ('SETTING', 'COMMAND')), "addedAt" text NOT NULL)`,

  `ALTER TABLE visa_request ADD COLUMN "assignedStaffId" text`,
  `ALTER TABLE visa_request ADD COLUMN "assignedAt" text`,
  `ALTER TABLE visa_request ADD COLUMN "waitingSince" text`,
  // In the order of the queue: by expected date.
  `CREATE INDEX visa_request_on_desk ON visa_request ("expectedDate", "visaRequestId") WHERE ${onDesk}`,
  `CREATE INDEX visa_request_on_desk_by_country
   ON visa_request ("countryName", "expectedDate", "visaRequestId") WHERE ${onDesk}`,
  `CREATE INDEX visa_request_on_desk_by_staff
   ON visa_request ("assignedStaffId", "expectedDate", "visaRequestId") WHERE ${onDesk}`,
  `CREATE INDEX visa_request_queue ON visa_request ("visaRequestStatus", "expectedDate", "visaRequestId")`,
  `CREATE INDEX visa_request_queue_by_country
   ON visa_request ("visaRequestStatus", "countryName", "expectedDate", "visaRequestId")`,
  `CREATE INDEX visa_request_queue_by_staff
   ON visa_request ("visaRequestStatus", "assignedStaffId", "expectedDate", "visaRequestId")`,
  `CREATE INDEX visa_request_by_mobile ON visa_request (mobile, "createdAt" DESC)`,
  `CREATE INDEX visa_applicant_by_passport ON visa_applicant ("passportNumberIndex")`,
];

/** Staff members, assignments of requests, and the order of the queue. */
export class Desk1763900000000 implements MigrationInterface {
  name = "Desk1763900000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("The tables of the desk are not taken back: restore a backup instead");
  }
}
