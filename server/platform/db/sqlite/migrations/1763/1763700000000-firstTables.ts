import type { MigrationInterface, QueryRunner } from "typeorm";

const statements = [
  `CREATE TABLE setting (name text PRIMARY KEY, value text NOT NULL)`,

  `CREATE TABLE visa_country (
    "visaCountryId" text PRIMARY KEY, name text NOT NULL, "countryUrl" text NOT NULL UNIQUE,
    "processingType" text NOT NULL, "flagSrc" text NOT NULL, "imageSrc" text, "isActive" boolean NOT NULL,
    "b2CStatus" boolean NOT NULL, "b2BStatus" boolean NOT NULL, "apiStatus" boolean NOT NULL,
    "popularRank" integer)`,
  `CREATE TABLE visa (
    "visaId" text PRIMARY KEY, "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"),
    "visaPriceId" text NOT NULL, "visaName" text NOT NULL, "visaUrl" text NOT NULL UNIQUE,
    "visaType" text NOT NULL CHECK ("visaType" IN ('TOURIST', 'BUSINESS')),
    "processingTime" integer NOT NULL CHECK ("processingTime" > 0), "stayPeriod" text NOT NULL,
    validity text NOT NULL, entry text CHECK (entry IN ('SINGLE', 'MULTIPLE')), "processType" text,
    "priceType" text, "adultPrice" integer NOT NULL CHECK ("adultPrice" > 0),
    "childPrice" integer CHECK ("childPrice" >= 0), "isActive" boolean NOT NULL,
    "b2CStatus" boolean NOT NULL, "b2BStatus" boolean NOT NULL, "apiStatus" boolean NOT NULL)`,
  `CREATE TABLE visa_document (
    "visaDocumentId" text PRIMARY KEY, "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"),
    position integer NOT NULL, "visaType" text NOT NULL, "documentName" text NOT NULL)`,
  `CREATE TABLE visa_term (
    "visaTermsId" text PRIMARY KEY, "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"),
    position integer NOT NULL, "termsandConditions" text NOT NULL)`,
  `CREATE TABLE visa_faq (
    "visaFAQId" text PRIMARY KEY, "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"),
    position integer NOT NULL, question text NOT NULL, answer text NOT NULL)`,

  `CREATE TABLE user_account (
    "userId" text PRIMARY KEY, "phoneNumber" text NOT NULL UNIQUE, name text NOT NULL, email text,
    "createdAt" text NOT NULL)`,
  `CREATE TABLE login_code (
    "loginCodeId" text PRIMARY KEY, "phoneNumber" text NOT NULL, "codeHash" text NOT NULL,
    tries integer NOT NULL, state text NOT NULL CHECK (state IN ('OPEN', 'USED', 'VOID')),
    "createdAt" text NOT NULL, "expiresAt" text NOT NULL)`,
  `CREATE INDEX login_code_by_phone ON login_code ("phoneNumber", "createdAt")`,
  `CREATE UNIQUE INDEX login_code_open ON login_code ("phoneNumber") WHERE state = 'OPEN'`,
  `CREATE TABLE session (
    "sessionId" text PRIMARY KEY, "userId" text NOT NULL REFERENCES user_account ("userId"),
    "createdAt" text NOT NULL, "expiresAt" text NOT NULL, "endedAt" text)`,
  `CREATE INDEX session_by_user ON session ("userId")`,
  `CREATE TABLE idempotency_key (
    "userId" text NOT NULL, operation text NOT NULL, "idempotencyKey" text NOT NULL, "inputHash" text NOT NULL,
    "resultId" text NOT NULL, "createdAt" text NOT NULL,
    PRIMARY KEY ("userId", operation, "idempotencyKey"))`,

  `CREATE TABLE visa_request (
    "visaRequestId" text PRIMARY KEY, "visaReferenceNo" text NOT NULL UNIQUE,
    "userId" text NOT NULL REFERENCES user_account ("userId"), "visaId" text NOT NULL,
    "leadSource" text NOT NULL, "visaName" text NOT NULL, "countryName" text NOT NULL,
    "pricePerApplicant" integer NOT NULL, "childPrice" integer, "serviceFeeRate" integer NOT NULL,
    "gstPercent" real NOT NULL, "netPrice" integer NOT NULL, "serviceFee" integer NOT NULL,
    gst integer NOT NULL, "totalPrice" integer NOT NULL CHECK ("totalPrice" = "netPrice" + "serviceFee" + gst),
    "travelDate" text NOT NULL, "expectedDate" text NOT NULL, "noOfApplicants" integer NOT NULL,
    email text, mobile text NOT NULL, "visaRequestStatus" text NOT NULL, "paymentStatus" text NOT NULL,
    "paymentGateway" text, "paymentGatewayNo" text UNIQUE, "priceVersion" integer NOT NULL,
    version integer NOT NULL, "createdAt" text NOT NULL)`,
  `CREATE INDEX visa_request_by_user ON visa_request ("userId", "createdAt" DESC, "visaRequestId" DESC)`,
  `CREATE TABLE visa_request_event (
    "visaRequestEventId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"),
    at text NOT NULL, status text NOT NULL, note text)`,
  `CREATE INDEX visa_request_event_by_request ON visa_request_event ("visaRequestId", at)`,

  `CREATE TABLE visa_applicant (
    "visaApplicantId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"),
    "visaApplicantStatus" text NOT NULL, title text NOT NULL, "firstName" text NOT NULL,
    "lastName" text NOT NULL, gender text NOT NULL, "dateOfBirth" text NOT NULL,
    "passportNumberSealed" text NOT NULL, "passportNumberIndex" text NOT NULL,
    "passportIssueDate" text NOT NULL, "passportExpireDate" text NOT NULL, "travelerType" text NOT NULL,
    nationality text NOT NULL, "passportCountry" text NOT NULL, comments text, "createdAt" text NOT NULL,
    UNIQUE ("visaRequestId", "passportNumberIndex"))`,
  `CREATE TABLE stored_file (
    "fileId" text PRIMARY KEY, "visaApplicantId" text NOT NULL REFERENCES visa_applicant ("visaApplicantId"),
    purpose text NOT NULL, position integer NOT NULL, "contentType" text NOT NULL,
    "imageNameSealed" text NOT NULL, size integer NOT NULL, sha256 text NOT NULL,
    "wrappedKey" text NOT NULL, "createdAt" text NOT NULL,
    UNIQUE ("visaApplicantId", purpose, position))`,

  `CREATE TABLE payment_order (
    "paymentOrderId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), "razorpayOrderId" text UNIQUE,
    receipt text NOT NULL UNIQUE, amount integer NOT NULL CHECK (amount >= 100),
    "priceVersion" integer NOT NULL, state text NOT NULL CHECK (state IN ('INTENT', 'OPEN', 'PAID')),
    "createdAt" text NOT NULL, UNIQUE ("visaRequestId", "priceVersion"))`,
  `CREATE TABLE payment (
    "razorpayPaymentId" text PRIMARY KEY, "razorpayOrderId" text NOT NULL,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), amount integer NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('SETTLED', 'REFUND_DUE')), "createdAt" text NOT NULL)`,
];

export class FirstTables1763700000000 implements MigrationInterface {
  name = "FirstTables1763700000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("The first tables are not taken back: restore a backup instead");
  }
}
