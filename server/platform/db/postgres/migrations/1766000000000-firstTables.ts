import type { MigrationInterface, QueryRunner } from "typeorm";

/** With the later migrations, the same schema as SQLite's baseline (schema.test.ts compares them). */
const statements = [
  `CREATE TABLE setting (
    name text PRIMARY KEY, value text NOT NULL)`,
  `CREATE TABLE visa_country (
    "visaCountryId" text PRIMARY KEY, name text NOT NULL, "countryUrl" text NOT NULL UNIQUE,
    "processingType" text NOT NULL, "flagSrc" text NOT NULL, "imageSrc" text, "isActive" boolean NOT NULL,
    "b2CStatus" boolean NOT NULL, "b2BStatus" boolean NOT NULL, "apiStatus" boolean NOT NULL,
    "popularRank" bigint, version bigint NOT NULL, aliases text NOT NULL)`,
  `CREATE TABLE visa (
    "visaId" text PRIMARY KEY, "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"),
    "visaPriceId" text NOT NULL, "visaName" text NOT NULL, "visaUrl" text NOT NULL UNIQUE,
    "visaType" text NOT NULL CHECK ("visaType" IN ('TOURIST', 'BUSINESS')),
    "processingTime" bigint NOT NULL CHECK ("processingTime" > 0), "stayPeriod" text NOT NULL,
    validity text NOT NULL, entry text CHECK (entry IN ('SINGLE', 'MULTIPLE')), "processType" text,
    "priceType" text, "adultPrice" bigint NOT NULL CHECK ("adultPrice" > 0),
    "childPrice" bigint CHECK ("childPrice" >= 0), "isActive" boolean NOT NULL,
    "b2CStatus" boolean NOT NULL, "b2BStatus" boolean NOT NULL, "apiStatus" boolean NOT NULL,
    version bigint NOT NULL)`,
  `CREATE TABLE visa_document (
    "visaDocumentId" text PRIMARY KEY,
    "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"), position bigint NOT NULL,
    "visaType" text NOT NULL, "documentName" text NOT NULL)`,
  `CREATE TABLE visa_term (
    "visaTermsId" text PRIMARY KEY, "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"),
    position bigint NOT NULL, "termsandConditions" text NOT NULL)`,
  `CREATE TABLE visa_faq (
    "visaFAQId" text PRIMARY KEY, "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"),
    position bigint NOT NULL, question text NOT NULL, answer text NOT NULL)`,
  `CREATE TABLE user_account (
    "userId" text PRIMARY KEY, "phoneNumber" text NOT NULL UNIQUE, name text NOT NULL, email text,
    "createdAt" text NOT NULL, "lastSeenAt" text NOT NULL, "formerNumber" text,
    "identityTries" bigint NOT NULL)`,
  `CREATE INDEX user_account_set_aside ON user_account ("formerNumber") WHERE "formerNumber" IS NOT NULL`,
  `CREATE TABLE login_code (
    "loginCodeId" text PRIMARY KEY, "phoneNumber" text NOT NULL, "codeHash" text NOT NULL,
    tries bigint NOT NULL, state text NOT NULL CHECK (state IN ('OPEN', 'USED', 'VOID')),
    "createdAt" text NOT NULL, "expiresAt" text NOT NULL, "handleHash" text NOT NULL,
    "askedFrom" text NOT NULL, "triesFrom" text NOT NULL, "isOfDevice" boolean NOT NULL)`,
  `CREATE INDEX login_code_by_phone ON login_code ("phoneNumber", "createdAt")`,
  `CREATE INDEX login_code_by_time ON login_code ("createdAt")`,
  `CREATE TABLE session (
    "sessionId" text PRIMARY KEY, "userId" text NOT NULL REFERENCES user_account ("userId"),
    "createdAt" text NOT NULL, "expiresAt" text NOT NULL, "endedAt" text, "lastUsedAt" text NOT NULL,
    device text NOT NULL, "secondFactorAt" text)`,
  `CREATE INDEX session_by_user ON session ("userId")`,
  `CREATE TABLE known_device (
    "tokenHash" text NOT NULL, "userId" text NOT NULL REFERENCES user_account ("userId"),
    "lastLoginAt" text NOT NULL, PRIMARY KEY ("tokenHash", "userId"))`,
  `CREATE INDEX known_device_by_user ON known_device ("userId", "lastLoginAt")`,
  `CREATE TABLE idempotency_key (
    "userId" text NOT NULL, operation text NOT NULL, "idempotencyKey" text NOT NULL,
    "inputHash" text NOT NULL, "resultId" text NOT NULL, "createdAt" text NOT NULL,
    PRIMARY KEY ("userId", operation, "idempotencyKey"))`,
  `CREATE TABLE visa_request (
    "visaRequestId" text PRIMARY KEY, "visaReferenceNo" text NOT NULL UNIQUE,
    "userId" text NOT NULL REFERENCES user_account ("userId"), "visaId" text NOT NULL,
    "leadSource" text NOT NULL, "visaName" text NOT NULL, "countryName" text NOT NULL,
    "pricePerApplicant" bigint NOT NULL, "childPrice" bigint, "serviceFeeRate" bigint NOT NULL,
    "gstPercent" double precision NOT NULL, "netPrice" bigint NOT NULL, "serviceFee" bigint NOT NULL,
    gst bigint NOT NULL,
    "totalPrice" bigint NOT NULL CHECK ("totalPrice" = "netPrice" + "serviceFee" + gst),
    "travelDate" text NOT NULL, "expectedDate" text NOT NULL, "noOfApplicants" bigint NOT NULL, email text,
    mobile text NOT NULL, "visaRequestStatus" text NOT NULL, "paymentStatus" text NOT NULL,
    "paymentGateway" text, "paymentGatewayNo" text UNIQUE, "priceVersion" bigint NOT NULL,
    version bigint NOT NULL, "createdAt" text NOT NULL, "changedAt" text, "papersRemovedAt" text,
    "assignedStaffId" text, "assignedAt" text, "waitingSince" text)`,
  `CREATE INDEX visa_request_by_mobile ON visa_request (mobile, "createdAt" DESC)`,
  `CREATE INDEX visa_request_by_state ON visa_request ("visaRequestStatus", "changedAt")`,
  `CREATE INDEX visa_request_by_user ON visa_request ("userId", "createdAt" DESC, "visaRequestId" DESC)`,
  `CREATE INDEX visa_request_kept
    ON visa_request ("visaRequestStatus", "createdAt") WHERE "papersRemovedAt" IS NULL`,
  `CREATE INDEX visa_request_on_desk
    ON visa_request ("expectedDate", "visaRequestId")
    WHERE "visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`,
  `CREATE INDEX visa_request_on_desk_by_country
    ON visa_request ("countryName", "expectedDate", "visaRequestId")
    WHERE "visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`,
  `CREATE INDEX visa_request_on_desk_by_staff
    ON visa_request ("assignedStaffId", "expectedDate", "visaRequestId")
    WHERE "visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`,
  `CREATE INDEX visa_request_queue ON visa_request ("visaRequestStatus", "expectedDate", "visaRequestId")`,
  `CREATE INDEX visa_request_queue_by_country
    ON visa_request ("visaRequestStatus", "countryName", "expectedDate", "visaRequestId")`,
  `CREATE INDEX visa_request_queue_by_staff
    ON visa_request ("visaRequestStatus", "assignedStaffId", "expectedDate", "visaRequestId")`,
  `CREATE TABLE visa_request_event (
    "visaRequestEventId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), at text NOT NULL,
    status text NOT NULL, note text)`,
  `CREATE INDEX visa_request_event_by_request ON visa_request_event ("visaRequestId", at)`,
  `CREATE TABLE visa_applicant (
    "visaApplicantId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"),
    "visaApplicantStatus" text NOT NULL, title text NOT NULL, "firstName" text NOT NULL,
    "lastName" text NOT NULL, gender text NOT NULL, "dateOfBirth" text NOT NULL,
    "passportNumberSealed" text NOT NULL, "passportNumberIndex" text NOT NULL,
    "passportIssueDate" text NOT NULL, "passportExpireDate" text NOT NULL, "travelerType" text NOT NULL,
    nationality text NOT NULL, "passportCountry" text NOT NULL, comments text, "createdAt" text NOT NULL,
    "mrzSealed" text, "decidedAt" text, "rejectionReason" text, "decisionNoteSealed" text,
    "requiredDocumentsSealed" text, UNIQUE ("visaRequestId", "passportNumberIndex"))`,
  `CREATE INDEX visa_applicant_by_passport ON visa_applicant ("passportNumberIndex")`,
  `CREATE TABLE stored_file (
    "fileId" text PRIMARY KEY,
    "visaApplicantId" text NOT NULL REFERENCES visa_applicant ("visaApplicantId"), purpose text NOT NULL,
    position bigint NOT NULL, "contentType" text NOT NULL, "imageNameSealed" text NOT NULL,
    size bigint NOT NULL, sha256 text NOT NULL, "wrappedKey" text NOT NULL, "createdAt" text NOT NULL,
    "scanState" text NOT NULL CHECK ("scanState" IN ('UNSCANNED', 'CLEAN')),
    UNIQUE ("visaApplicantId", purpose, position))`,
  `CREATE TABLE applicant_correction (
    "correctionId" text PRIMARY KEY,
    "visaApplicantId" text NOT NULL REFERENCES visa_applicant ("visaApplicantId") ON DELETE CASCADE,
    position bigint NOT NULL, paper text, "fileId" text, field text, reason text NOT NULL,
    "noteSealed" text, "staffId" text NOT NULL, "askedAt" text NOT NULL, "closedAt" text,
    "documentName" text, CHECK ((paper IS NULL) <> (field IS NULL)))`,
  `CREATE INDEX applicant_correction_by_applicant
    ON applicant_correction ("visaApplicantId", "askedAt", position)`,
  `CREATE TABLE approval (
    "approvalId" text PRIMARY KEY, kind text NOT NULL CHECK (kind IN ('REFUND', 'VISA_CHANGE')),
    "subjectId" text NOT NULL, text text NOT NULL, asked text NOT NULL, "askedByStaffId" text NOT NULL,
    "askedAt" text NOT NULL, "closedAt" text, "closedByStaffId" text,
    outcome text CHECK (outcome IN ('AGREED', 'DECLINED', 'WITHDRAWN', 'VOID')),
    CHECK (outcome <> 'AGREED' OR "closedByStaffId" <> "askedByStaffId"))`,
  `CREATE UNIQUE INDEX approval_open ON approval (kind, "subjectId") WHERE "closedAt" IS NULL`,
  // An event is inserted before it is chained, with a number above all chain positions (`firstUnchained`).
  `CREATE SEQUENCE audit_unchained START 4503599627370496`,
  `CREATE TABLE audit_event (
    sequence bigint PRIMARY KEY DEFAULT nextval('audit_unchained'), at text NOT NULL,
    "actorKind" text NOT NULL CHECK ("actorKind" IN ('USER', 'STAFF', 'SYSTEM', 'VISITOR')), "actorId" text,
    action text NOT NULL, "subjectKind" text NOT NULL, "subjectId" text NOT NULL, "visaRequestId" text,
    "ownerUserId" text, details text, "previousHash" text NOT NULL, hash text NOT NULL)`,
  `CREATE INDEX audit_event_by_owner ON audit_event ("ownerUserId", sequence)`,
  `CREATE INDEX audit_event_by_request ON audit_event ("visaRequestId", sequence)`,
  `CREATE INDEX audit_event_by_subject ON audit_event ("subjectId", at)`,
  `CREATE TABLE catalogue_change (
    "catalogueChangeId" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, at text NOT NULL,
    "staffId" text NOT NULL REFERENCES user_account ("userId"),
    "visaCountryId" text NOT NULL REFERENCES visa_country ("visaCountryId"),
    "visaId" text REFERENCES visa ("visaId"), fields text NOT NULL)`,
  `CREATE INDEX catalogue_change_by_country ON catalogue_change ("visaCountryId", "catalogueChangeId")`,
  `CREATE INDEX catalogue_change_by_visa ON catalogue_change ("visaId", "catalogueChangeId")`,
  `CREATE TABLE consent (
    "consentId" text PRIMARY KEY,
    "visaApplicantId" text NOT NULL REFERENCES visa_applicant ("visaApplicantId") ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('APPLICANT', 'GUARDIAN')), "textVersion" text NOT NULL,
    "guardianNameSealed" text, "givenAt" text NOT NULL,
    "givenByUserId" text NOT NULL REFERENCES user_account ("userId"),
    CHECK ((kind = 'GUARDIAN') = ("guardianNameSealed" IS NOT NULL)))`,
  `CREATE INDEX consent_by_applicant ON consent ("visaApplicantId", "givenAt")`,
  `CREATE TABLE payment (
    "razorpayPaymentId" text PRIMARY KEY, "razorpayOrderId" text NOT NULL,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), amount bigint NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('SETTLED', 'REFUND_DUE', 'REFUNDED')),
    "createdAt" text NOT NULL, "amountDeducted" bigint NOT NULL CHECK ("amountDeducted" >= 0))`,
  `CREATE INDEX payment_by_request ON payment ("visaRequestId")`,
  `CREATE INDEX payment_due ON payment ("visaRequestId") WHERE outcome = 'REFUND_DUE'`,
  `CREATE TABLE dispute (
    "razorpayDisputeId" text PRIMARY KEY,
    "razorpayPaymentId" text NOT NULL REFERENCES payment ("razorpayPaymentId"), amount bigint NOT NULL,
    "amountDeducted" bigint NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'under_review', 'won', 'lost', 'closed')),
    "createdAt" text NOT NULL, "changedAt" text NOT NULL)`,
  `CREATE INDEX dispute_by_payment ON dispute ("razorpayPaymentId")`,
  `CREATE TABLE money_task (
    "moneyTaskId" text PRIMARY KEY, "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"),
    "razorpayPaymentId" text NOT NULL REFERENCES payment ("razorpayPaymentId"),
    kind text NOT NULL CHECK (kind IN ('RETURNED_AT_GATEWAY', 'DISPUTE')), "openedAt" text NOT NULL,
    "changedAt" text NOT NULL, "closedAt" text, "closedByStaffId" text,
    decision text CHECK (decision IN ('KEEP', 'CANCEL')))`,
  `CREATE INDEX money_task_by_request ON money_task ("visaRequestId")`,
  `CREATE UNIQUE INDEX money_task_open ON money_task ("razorpayPaymentId", kind) WHERE "closedAt" IS NULL`,
  `CREATE TABLE notification (
    "notificationId" text PRIMARY KEY,
    event text NOT NULL CHECK (event IN ('PAID', 'PAYMENT_NOT_TAKEN', 'ACTION_REQUIRED',
      'APPROVED', 'REJECTED', 'REFUND_DUE', 'REFUNDED')),
    channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')), "occurrenceId" text NOT NULL,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), "userId" text NOT NULL,
    "toSealed" text, "paramsSealed" text, state text NOT NULL CHECK (state IN ('DUE', 'SENT', 'DEAD')),
    attempts bigint NOT NULL, "nextTryAt" text NOT NULL, "lastError" text, "createdAt" text NOT NULL,
    "sentAt" text, UNIQUE (event, "occurrenceId", channel))`,
  `CREATE INDEX notification_by_user ON notification ("userId", "createdAt")`,
  `CREATE INDEX notification_dead
    ON notification ("createdAt" DESC, "notificationId" DESC) WHERE state = 'DEAD'`,
  `CREATE INDEX notification_due ON notification (channel, "nextTryAt") WHERE state = 'DUE'`,
  `CREATE INDEX notification_to_clear
    ON notification ("createdAt") WHERE state <> 'DUE' AND "paramsSealed" IS NOT NULL`,
  `CREATE TABLE paper_verdict (
    "fileId" text PRIMARY KEY REFERENCES stored_file ("fileId") ON DELETE CASCADE,
    "isAccepted" boolean NOT NULL, reason text, "noteSealed" text, "staffId" text NOT NULL,
    at text NOT NULL, CHECK ("isAccepted" = (reason IS NULL)))`,
  `CREATE TABLE payment_order (
    "paymentOrderId" text PRIMARY KEY,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), "razorpayOrderId" text UNIQUE,
    receipt text NOT NULL UNIQUE, amount bigint NOT NULL CHECK (amount >= 100),
    "priceVersion" bigint NOT NULL, state text NOT NULL CHECK (state IN ('INTENT', 'OPEN', 'PAID')),
    "createdAt" text NOT NULL, "nextAskAt" text, UNIQUE ("visaRequestId", "priceVersion"))`,
  `CREATE INDEX payment_order_unpaid ON payment_order ("createdAt") WHERE state <> 'PAID'`,
  `CREATE TABLE refund (
    "refundId" text PRIMARY KEY, "razorpayPaymentId" text NOT NULL REFERENCES payment ("razorpayPaymentId"),
    amount bigint NOT NULL CHECK (amount >= 100), reason text NOT NULL,
    "idempotencyKey" text NOT NULL UNIQUE,
    state text NOT NULL CHECK (state IN ('DUE', 'REQUESTED', 'DONE', 'FAILED')),
    "razorpayRefundId" text UNIQUE, attempts bigint NOT NULL, "nextTryAt" text NOT NULL, "lastError" text,
    "createdAt" text NOT NULL, "doneAt" text,
    "reasonCode" text CHECK ("reasonCode" IN ('TRAVELLER_WITHDREW', 'OUR_MISTAKE', 'GOODWILL')),
    origin text NOT NULL CHECK (origin IN ('OURS', 'GATEWAY')))`,
  `CREATE INDEX refund_by_payment ON refund ("razorpayPaymentId")`,
  `CREATE TABLE staff_member (
    "staffMemberId" text PRIMARY KEY, "phoneNumber" text NOT NULL UNIQUE,
    source text NOT NULL CHECK (source IN ('SETTING', 'COMMAND')), "addedAt" text NOT NULL)`,
  `CREATE TABLE second_factor (
    "staffMemberId" text PRIMARY KEY REFERENCES staff_member ("staffMemberId"),
    "secretSealed" text NOT NULL, "confirmedAt" text, "lastStep" bigint NOT NULL,
    "wrongCodes" bigint NOT NULL, "blockedUntil" text)`,
  `CREATE TABLE staff_note (
    "staffNoteId" text PRIMARY KEY, "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"),
    "staffId" text NOT NULL REFERENCES user_account ("userId"), "textSealed" text NOT NULL,
    "createdAt" text NOT NULL)`,
  `CREATE INDEX staff_note_by_request ON staff_note ("visaRequestId", "createdAt")`,
  `CREATE TABLE untaken_payment (
    "razorpayPaymentId" text PRIMARY KEY, "razorpayOrderId" text NOT NULL,
    "visaRequestId" text NOT NULL REFERENCES visa_request ("visaRequestId"), amount bigint NOT NULL,
    reason text NOT NULL CHECK (reason IN ('CANCELLED', 'PAID_ALREADY', 'PRICE_CHANGED')),
    "createdAt" text NOT NULL)`,
  `CREATE INDEX untaken_payment_by_request ON untaken_payment ("visaRequestId")`,
  `CREATE TABLE webhook_event (
    "webhookEventId" text PRIMARY KEY, "eventType" text NOT NULL, "razorpayOrderId" text,
    "razorpayPaymentId" text, "razorpayRefundId" text,
    state text NOT NULL CHECK (state IN ('PENDING', 'DONE', 'IGNORED')), attempts bigint NOT NULL,
    "nextTryAt" text NOT NULL, "lastError" text, "receivedAt" text NOT NULL, "doneAt" text,
    "razorpayDisputeId" text)`,
  `CREATE INDEX webhook_event_pending ON webhook_event ("nextTryAt") WHERE state = 'PENDING'`,
  // Text is compared and sorted by bytes, as in SQLite, regardless of the database's locale.
  `DO $$ DECLARE place record; BEGIN
    FOR place IN SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = current_schema() AND data_type = 'text' AND collation_name IS NULL
    LOOP
      EXECUTE format('ALTER TABLE %I ALTER COLUMN %I TYPE text COLLATE "C"', place.table_name, place.column_name);
    END LOOP;
  END $$`,
];

/** All tables except the queue counts. */
export class FirstTables1766000000000 implements MigrationInterface {
  name = "FirstTables1766000000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error("There is nothing before it");
  }
}
