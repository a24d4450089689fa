import type { MigrationInterface, QueryRunner } from "typeorm";

const isIn = (row: string) => `${row}."visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`;
/** The columns by which applications are counted. */
const placeOf = (row: string) =>
  `${row}."visaRequestStatus", ${row}."expectedDate", coalesce(${row}."assignedStaffId", '')`;
const place = `"visaRequestStatus", "expectedDate", "assignedStaffId"`;
const isElsewhere = `(${placeOf("NEW")}) <> (${placeOf("OLD")})`;

const enters = `INSERT INTO queue_count VALUES (${placeOf("NEW")}, 1)
  ON CONFLICT (${place}) DO UPDATE SET applications = applications + 1;`;
const leaves = `UPDATE queue_count SET applications = applications - 1 WHERE (${place}) = (${placeOf("OLD")});
  DELETE FROM queue_count WHERE (${place}) = (${placeOf("OLD")}) AND applications <= 0;`;

const statements = [
  `CREATE TABLE queue_count (
    "visaRequestStatus" text NOT NULL, "expectedDate" text NOT NULL, "assignedStaffId" text NOT NULL,
    applications integer NOT NULL, PRIMARY KEY (${place}))`,
  `INSERT INTO queue_count SELECT ${placeOf("request")}, count(*) FROM visa_request request
   WHERE ${isIn("request")} GROUP BY ${placeOf("request")}`,
  // Triggers, so that every write path is counted.
  `CREATE TRIGGER queue_count_begins AFTER INSERT ON visa_request WHEN ${isIn("NEW")} BEGIN ${enters} END`,
  `CREATE TRIGGER queue_count_ends AFTER DELETE ON visa_request WHEN ${isIn("OLD")} BEGIN ${leaves} END`,
  `CREATE TRIGGER queue_count_leaves AFTER UPDATE OF ${place} ON visa_request
   WHEN ${isIn("OLD")} AND ${isElsewhere} BEGIN ${leaves} END`,
  `CREATE TRIGGER queue_count_enters AFTER UPDATE OF ${place} ON visa_request
   WHEN ${isIn("NEW")} AND ${isElsewhere} BEGIN ${enters} END`,
];

/** Incremental counts of the review queue. */
export class QueueCounts1765003100000 implements MigrationInterface {
  name = "QueueCounts1765003100000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ["begins", "ends", "leaves", "enters"])
      await runner.query(`DROP TRIGGER queue_count_${name}`);
    await runner.query("DROP TABLE queue_count");
  }
}
