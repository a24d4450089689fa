/** Rows of artificial applications, distributed like real ones, to measure the review queue outside production. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { VisaApplicantEntity } from "../../modules/applicant/applicant.entity";
import type { VisaApplicantStatus } from "../../modules/applicant/applicantStatus.rules";
import { normaliseDetails, toColumns } from "../../modules/applicant/applicant.rules";
import { encryptPassportNumber } from "../../modules/applicant/applicant.crypto";
import type { CatalogueVisa } from "../../modules/catalogue/catalogue.rules";
import type { StoredFileEntity } from "../../modules/file/file.entity";
import { fileName } from "../../modules/file/file.crypto";
import type { PaymentEntity } from "../../modules/payment/payment.entity";
import { priceRequest, type FeeRates } from "../../modules/visaRequest/pricing.rules";
import type { UserEntity } from "../../modules/user/user.entity";
import { addDays, todayInKolkata } from "../../core/day.rules";
import { expectedDay } from "../../modules/visaRequest/expectedDate.rules";
import { makeRequestRow } from "../../modules/visaRequest/newRequest.logic";
import type { VisaRequestEntity, VisaRequestEventEntity } from "../../modules/visaRequest/visaRequest.entity";
import type { VisaRequestStatus } from "../../modules/visaRequest/visaRequest.rules";

const paid: VisaRequestStatus[] = ["PENDING", "SUBMITTED"];
const reviewed: VisaRequestStatus[] = [...paid, "PROCESSING"];

/** Percentage of each status, the maximum age in days, and the steps to the status. */
const spread: { status: VisaRequestStatus; share: number; days: number; steps: VisaRequestStatus[] }[] = [
  { status: "SUBMITTED", share: 12, days: 6, steps: paid },
  { status: "PROCESSING", share: 18, days: 15, steps: reviewed },
  { status: "ACTION_REQUIRED", share: 10, days: 30, steps: [...reviewed, "ACTION_REQUIRED"] },
  { status: "APPROVED", share: 44, days: 150, steps: [...reviewed, "APPROVED"] },
  { status: "REJECTED", share: 5, days: 150, steps: [...reviewed, "REJECTED"] },
  { status: "PENDING", share: 7, days: 25, steps: ["PENDING"] },
  { status: "CANCELLED", share: 4, days: 25, steps: ["PENDING", "CANCELLED"] },
];

const firstNames = ["Asha", "Ravi", "Meera", "Imran", "Leena", "John", "Priya", "Arjun", "Sana", "Dev"];
const lastNames = ["Rao", "Iyer", "Khan", "Singh", "Mehta", "Dsouza", "Nair", "Gupta", "Das", "Patel"];

const dayMs = 24 * 60 * 60 * 1000;

export interface GeneratedRows {
  requests: VisaRequestEntity[];
  events: VisaRequestEventEntity[];
  applicants: VisaApplicantEntity[];
  files: StoredFileEntity[];
  payments: PaymentEntity[];
}

interface Surroundings {
  keys: KeyRing;
  fees: FeeRates;
  visas: readonly CatalogueVisa[];
  users: readonly UserEntity[];
  staffIds: readonly string[];
  now: Date;
}

/** Makes an account. All generated numbers begin with +91 60. */
export function makeUser(number: number, now: Date): UserEntity {
  const phoneNumber = `+9160${String(number % 100_000_000).padStart(8, "0")}`;
  const name = `${pick(firstNames)} ${pick(lastNames)}`;
  const at = now.toISOString();
  const unused = { kind: "PERSON" as const, lastSeenAt: at, formerNumber: null, identityTries: 0 };
  return { userId: randomUUID(), phoneNumber, name, email: null, createdAt: at, ...unused };
}

/** Adds the rows of one application, its applicants and everything that belongs to them. */
export function addRequest(rows: GeneratedRows, around: Surroundings): void {
  const { fees, now, staffIds, users, visas } = around;
  const { status, days, steps } = pickStatus();
  const [visa, owner] = [pick(visas), pick(users)];
  const createdAt = new Date(now.getTime() - randomInt(days * dayMs));
  const changedAt = new Date(createdAt.getTime() + randomInt(now.getTime() - createdAt.getTime() + 1));
  const createdOn = todayInKolkata(createdAt);
  const isPaid = steps.includes("SUBMITTED");
  const travellers = randomInt(10) < 7 ? 1 : randomInt(2, 5);
  const price = priceRequest(visa, Array(travellers).fill("ADULT"), fees);
  const paymentGatewayNo = isPaid ? `pay_${randomBytes(10).toString("hex")}` : null;
  const isTaken = isPaid && (status === "SUBMITTED" ? randomInt(10) === 0 : randomInt(10) < 8);
  const request: VisaRequestEntity = {
    ...makeRequestRow(visa, owner, {
      fees,
      now: createdAt,
      travelDate: addDays(createdOn, randomInt(7, 60)),
      expectedDate: expectedDay(createdOn, visa.processingTime),
    }),
    ...price,
    noOfApplicants: travellers,
    visaRequestStatus: status,
    paymentStatus: isPaid ? "PAID" : "PENDING",
    paymentGateway: isPaid ? "RAZORPAY" : null,
    paymentGatewayNo,
    version: steps.length,
    changedAt: changedAt.toISOString(),
    assignedStaffId: isTaken ? pick(staffIds) : null,
    assignedAt: isTaken ? changedAt.toISOString() : null,
    waitingSince: status === "ACTION_REQUIRED" ? changedAt.toISOString() : null,
  };
  const { visaRequestId } = request;
  rows.requests.push(request);
  for (const [index, step] of steps.entries())
    rows.events.push({
      visaRequestEventId: randomUUID(),
      visaRequestId,
      at: (index === 0 ? createdAt : changedAt).toISOString(),
      status: step,
      note: null,
    });
  if (paymentGatewayNo)
    rows.payments.push({
      razorpayPaymentId: paymentGatewayNo,
      razorpayOrderId: `order_${randomBytes(10).toString("hex")}`,
      visaRequestId,
      amount: price.totalPrice * 100,
      amountDeducted: 0,
      outcome: "SETTLED",
      createdAt: changedAt.toISOString(),
    });
  for (let count = 0; count < travellers; count++)
    addApplicant(rows, around.keys, { visaRequestId, status, createdAt: createdAt.toISOString() });
}

function addApplicant(
  { applicants, files }: GeneratedRows,
  keys: KeyRing,
  {
    visaRequestId,
    status,
    createdAt,
  }: { visaRequestId: string; status: VisaRequestStatus; createdAt: string },
): void {
  const visaApplicantId = randomUUID();
  const details = normaliseDetails({
    firstName: pick(firstNames),
    lastName: pick(lastNames),
    gender: "OTHER",
    dateOfBirth: `19${randomInt(60, 100)}-0${randomInt(1, 10)}-${randomInt(10, 29)}`,
    passportNumber: `Z${randomInt(1_000_000, 10_000_000)}`,
    passportIssueDate: "2022-03-01",
    passportExpireDate: "2032-02-29",
    travelerType: "ADULT",
  });
  applicants.push({
    visaApplicantId,
    visaRequestId,
    commentsSealed: null,
    mrzSealed: null,
    decidedAt: null,
    rejectionReason: null,
    decisionNoteSealed: null,
    requiredDocumentsSealed: null,
    visaApplicantStatus: applicantStatuses[status] ?? "PENDING",
    ...toColumns(details, createdAt.slice(0, 10)),
    ...encryptPassportNumber(keys, visaApplicantId, details.passportNumber),
    createdAt,
  });
  for (const purpose of ["PHOTO", "PASSPORT_FRONT", "PASSPORT_BACK"] as const) {
    const fileId = randomUUID();
    files.push({
      fileId,
      visaApplicantId,
      purpose,
      position: 0,
      contentType: "image/jpeg",
      imageNameSealed: fileName.encrypt(keys, fileId, "generated.jpg"),
      size: 100_000,
      sha256: "0".repeat(64),
      wrappedKey: keys.wrapFileKey(randomBytes(32), fileId),
      createdAt,
      scanState: "UNSCANNED",
    });
  }
}

const applicantStatuses: Partial<Record<VisaRequestStatus, VisaApplicantStatus>> = {
  ACTION_REQUIRED: "ACTION_REQUIRED",
  APPROVED: "APPROVED",
  REJECTED: "REJECTED",
};

function pickStatus() {
  let left = randomInt(spread.reduce((sum, { share }) => sum + share, 0));
  return spread.find(({ share }) => (left -= share) < 0)!;
}

function pick<T>(list: readonly T[]): T {
  return list[randomInt(list.length)]!;
}
