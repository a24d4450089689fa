import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE visa_request ADD COLUMN "followerId" text REFERENCES user_account ("userId")`,
  `CREATE INDEX visa_request_by_follower ON visa_request ("followerId", "createdAt", "visaRequestId")
    WHERE "followerId" IS NOT NULL`,
  `CREATE TABLE handover (
    "handoverId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"),
    "tokenHash" text NOT NULL UNIQUE, "createdAt" text NOT NULL,
    "expiresAt" text NOT NULL, "endedAt" text)`,
  `CREATE INDEX handover_by_request ON handover ("visaRequestId")`,
];

/** Lets a traveller follow the application that a partner has prepared. */
export class Handovers1766540000000 implements MigrationInterface {
  name = "Handovers1766540000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Travellers would lose their applications: restore a backup instead");
  }
}
