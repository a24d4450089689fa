import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE staff_note (
    "staffNoteId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"),
    "staffId" text NOT NULL REFERENCES user_account ("userId"),
    "textSealed" text NOT NULL, "createdAt" text NOT NULL)`,
  `CREATE INDEX staff_note_by_request ON staff_note ("visaRequestId", "createdAt")`,
];

/** Internal staff notes on an application. */
export class StaffNotes1763900100000 implements MigrationInterface {
  name = "StaffNotes1763900100000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("The notes of staff are not taken back: restore a backup instead");
  }
}
