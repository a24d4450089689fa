import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  // The two lines of the MRZ and the staff member who entered them, as JSON.
  `ALTER TABLE visa_applicant ADD COLUMN "mrzSealed" text`,
  `ALTER TABLE visa_applicant ADD COLUMN "decidedAt" text`,
  `ALTER TABLE visa_applicant ADD COLUMN "rejectionReason" text`,
  `ALTER TABLE visa_applicant ADD COLUMN "decisionNoteSealed" text`,

  `CREATE TABLE paper_verdict (
    "fileId" text PRIMARY KEY REFERENCES stored_file ("fileId") ON DELETE CASCADE,
    "isAccepted" boolean NOT NULL, reason text, "noteSealed" text, "staffId" text NOT NULL, at text NOT NULL,
    CHECK ("isAccepted" = (reason IS NULL)))`,
  `CREATE TABLE applicant_correction (
    "correctionId" text PRIMARY KEY,
    "visaApplicantId" text NOT NULL REFERENCES visa_applicant ("visaApplicantId") ON DELETE CASCADE,
    position integer NOT NULL, paper text, "fileId" text, field text, reason text NOT NULL, "noteSealed" text,
    "staffId" text NOT NULL, "askedAt" text NOT NULL, "closedAt" text,
    CHECK ((paper IS NULL) <> (field IS NULL)))`,
  `CREATE INDEX applicant_correction_by_applicant
   ON applicant_correction ("visaApplicantId", "askedAt", position)`,
];

/** Document reviews, corrections and decisions. */
export class Review1763900200000 implements MigrationInterface {
  name = "Review1763900200000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("The tables of the review are not taken back: restore a backup instead");
  }
}
