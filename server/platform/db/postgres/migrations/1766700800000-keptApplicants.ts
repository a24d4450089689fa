import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE applicant_keeping (
    "userId" text COLLATE "C" PRIMARY KEY REFERENCES user_account ("userId"),
    "isOn" boolean NOT NULL, "textVersion" text COLLATE "C", "decidedAt" text COLLATE "C" NOT NULL)`,
  `CREATE TABLE kept_applicant (
    "keptApplicantId" text COLLATE "C" PRIMARY KEY,
    "userId" text COLLATE "C" NOT NULL REFERENCES user_account ("userId"),
    "visaApplicantId" text COLLATE "C" NOT NULL, "passportNumberIndex" text COLLATE "C" NOT NULL,
    "detailsSealed" text COLLATE "C" NOT NULL, "expiresOn" text COLLATE "C" NOT NULL, "keptAt" text COLLATE "C" NOT NULL,
    UNIQUE ("userId", "passportNumberIndex"))`,
  `CREATE INDEX kept_applicant_expiry ON kept_applicant ("expiresOn")`,
  `CREATE TABLE kept_file (
    "fileId" text COLLATE "C" PRIMARY KEY,
    "keptApplicantId" text COLLATE "C" NOT NULL REFERENCES kept_applicant ("keptApplicantId"), purpose text COLLATE "C" NOT NULL,
    position bigint NOT NULL, "contentType" text COLLATE "C" NOT NULL, "imageNameSealed" text COLLATE "C" NOT NULL,
    size bigint NOT NULL, sha256 text COLLATE "C" NOT NULL, "wrappedKey" text COLLATE "C" NOT NULL, "createdAt" text COLLATE "C" NOT NULL,
    "scanState" text COLLATE "C" NOT NULL CHECK ("scanState" IN ('UNSCANNED', 'CLEAN')),
    UNIQUE ("keptApplicantId", purpose, position))`,
];

/** Lets an account keep applicants for its next application. */
export class KeptApplicants1766700800000 implements MigrationInterface {
  name = "KeptApplicants1766700800000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("Kept applicants would be lost: restore a backup instead");
  }
}
