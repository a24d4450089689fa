import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE consent (
    "consentId" text PRIMARY KEY,
    "visaApplicantId" text NOT NULL REFERENCES visa_applicant ("visaApplicantId") ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('APPLICANT', 'GUARDIAN')), "textVersion" text NOT NULL,
    "guardianNameSealed" text, "givenAt" text NOT NULL,
    "givenByUserId" text NOT NULL REFERENCES user_account ("userId"),
    CHECK ((kind = 'GUARDIAN') = ("guardianNameSealed" IS NOT NULL)))`,
  `CREATE INDEX consent_by_applicant ON consent ("visaApplicantId", "givenAt")`,
];

/** Consents to the use of an applicant's personal data; deleted with the applicant. */
export class Consent1764001100000 implements MigrationInterface {
  name = "Consent1764001100000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE consent`);
  }
}
