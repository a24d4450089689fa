import { randomUUID } from "node:crypto";
import pg from "pg";
import { encryptPassportNumber } from "../../../modules/applicant/applicant.crypto";
import { fileName } from "../../../modules/file/file.crypto";
import { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import type { PassportFiles } from "../../kit/personas/applicantFiles";
import { makeDetails, signedInTraveller, type Traveller } from "../../kit/personas/traveller";
import type { RunningServer } from "../../kit/server/runningServer";
import { findDatabaseUrl, readDataKey } from "../../kit/server/testDatabase.mjs";
import type { FakeRazorpay } from "../../kit/standIns/fakeRazorpay";
import { addApplicant } from "../../kit/stories/applicants";
import { confirm, order } from "../../kit/stories/paying";

/** A paid application with two applicants. */
export interface CopiedCase {
  visaRequestId: string;
  paymentId: string;
  owner: Traveller;
  staff: Traveller;
  applicants: [CopiedApplicant, CopiedApplicant];
}

export interface CopiedApplicant {
  visaApplicantId: string;
  firstName: string;
  lastName: string;
  passportNumber: string;
}

interface Wanted {
  count: number;
  status: "SUBMITTED" | "PROCESSING";
  owners: readonly Traveller[];
  /** Staff members to whom the applications are assigned in turn. */
  staff: readonly Traveller[];
}

/**
 * Makes one paid application through the API, and copies its rows, because making 200 through the API would take
 * minutes. Each copy has a separate payment at the gateway. File contents are not copied.
 */
export async function makeCopies(
  server: RunningServer,
  gateway: FakeRazorpay,
  files: PassportFiles,
  { count, status, owners, staff }: Wanted,
): Promise<CopiedCase[]> {
  const original = await signedInTraveller(server).withRequest();
  for (const firstName of ["Asha", "Ravi"]) await addApplicant(original, files, { firstName });
  const { orderId } = (await order(original)).data.createPaymentOrder.order;
  const proof = gateway.pay(orderId);
  await confirm(original, proof);
  const paid = gateway.payments.get(proof.razorpay_payment_id)!;
  const { visaRequestId, visaApplicants } = await original.readRequest();
  const copies = Array.from({ length: count }, (_, number): CopiedCase => {
    const paymentId = `pay_${randomUUID().replaceAll("-", "").slice(0, 14)}`;
    gateway.payments.set(paymentId, { ...paid, id: paymentId });
    const applicants = visaApplicants.map(({ firstName, lastName }) => ({
      visaApplicantId: randomUUID(),
      firstName,
      lastName,
      passportNumber: String(makeDetails()["passportNumber"]),
    }));
    return {
      visaRequestId: randomUUID(),
      paymentId,
      owner: owners[number % owners.length]!,
      staff: staff[number % staff.length]!,
      applicants: applicants as CopiedCase["applicants"],
    };
  });

  const keys = new KeyRing(readDataKey(server.dataDir), undefined);
  const client = new pg.Client(findDatabaseUrl(server.dataDir));
  await client.connect();
  const copy = (table: string, key: string, id: string, changes: object[]) =>
    client.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(one, changes)).*
       FROM ${table} one, jsonb_array_elements($1) changes WHERE one."${key}" = $2`,
      [JSON.stringify(changes), id],
    );
  await copy(
    "visa_request",
    "visaRequestId",
    visaRequestId,
    copies.map(({ visaRequestId, paymentId, owner, staff }) => ({
      visaRequestId,
      visaReferenceNo: paymentId,
      userId: owner.userId,
      mobile: owner.phoneNumber,
      visaRequestStatus: status,
      paymentGatewayNo: paymentId,
      assignedStaffId: staff.userId,
    })),
  );
  await copy(
    "payment",
    "razorpayPaymentId",
    paid.id,
    copies.map(({ visaRequestId, paymentId }) => ({ razorpayPaymentId: paymentId, visaRequestId })),
  );
  for (const [place, { visaApplicantId: id }] of visaApplicants.entries()) {
    const changes = copies.map(({ visaRequestId, applicants }) => {
      const { visaApplicantId, passportNumber } = applicants[place]!;
      const encrypted = encryptPassportNumber(keys, visaApplicantId, passportNumber);
      return {
        visaRequestId,
        visaApplicantId,
        commentsSealed: null,
        requiredDocumentsSealed: null,
        ...encrypted,
      };
    });
    await copy("visa_applicant", "visaApplicantId", id, changes);
    const stored = await client.query<{ fileId: string }>(
      `SELECT "fileId" FROM stored_file WHERE "visaApplicantId" = $1`,
      [id],
    );
    for (const row of stored.rows) {
      const files = copies.map(({ applicants }) => {
        const fileId = randomUUID();
        const imageNameSealed = fileName.encrypt(keys, fileId, "copied.png");
        return { fileId, imageNameSealed, visaApplicantId: applicants[place]!.visaApplicantId };
      });
      await copy("stored_file", "fileId", row.fileId, files);
    }
  }
  // Without statistics, the planner reads whole tables, and all transactions conflict.
  await client.query("ANALYZE");
  await client.end();
  return copies;
}
