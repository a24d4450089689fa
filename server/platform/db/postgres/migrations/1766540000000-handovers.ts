import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `ALTER TABLE visa_request ADD COLUMN "followerId" text COLLATE "C" REFERENCES user_account ("userId")`,
  `CREATE INDEX visa_request_by_follower ON visa_request ("followerId", "createdAt", "visaRequestId")
    WHERE "followerId" IS NOT NULL`,
  `CREATE TABLE handover (
    "handoverId" text COLLATE "C" PRIMARY KEY,
    "visaRequestId" text COLLATE "C" NOT NULL REFERENCES visa_request ("visaRequestId"),
    "tokenHash" text COLLATE "C" NOT NULL UNIQUE, "createdAt" text COLLATE "C" NOT NULL,
    "expiresAt" text COLLATE "C" NOT NULL, "endedAt" text COLLATE "C")`,
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
