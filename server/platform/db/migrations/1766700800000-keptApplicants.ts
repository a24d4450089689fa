import { makeMigration } from "./migration";

/** Adds the tables for kept applicants. */
export const KeptApplicants1766700800000 = makeMigration("KeptApplicants1766700800000", [
  `CREATE TABLE applicant_keeping (
    "userId" text PRIMARY KEY REFERENCES user_account ("userId"),
    "isOn" boolean NOT NULL, "textVersion" text, "decidedAt" text NOT NULL)`,
  `CREATE TABLE kept_applicant (
    "keptApplicantId" text PRIMARY KEY,
    "userId" text NOT NULL REFERENCES user_account ("userId"),
    "visaApplicantId" text NOT NULL, "passportNumberIndex" text NOT NULL,
    "detailsSealed" text NOT NULL, "expiresOn" text NOT NULL, "keptAt" text NOT NULL,
    UNIQUE ("userId", "passportNumberIndex"))`,
  `CREATE INDEX kept_applicant_expiry ON kept_applicant ("expiresOn")`,
  `CREATE TABLE kept_file (
    "fileId" text PRIMARY KEY,
    "keptApplicantId" text NOT NULL REFERENCES kept_applicant ("keptApplicantId"), purpose text NOT NULL,
    position integer NOT NULL, "contentType" text NOT NULL, "imageNameSealed" text NOT NULL,
    size integer NOT NULL, sha256 text NOT NULL, "wrappedKey" text NOT NULL, "createdAt" text NOT NULL,
    "scanState" text NOT NULL CHECK ("scanState" IN ('UNSCANNED', 'CLEAN')),
    UNIQUE ("keptApplicantId", purpose, position))`,
]);
