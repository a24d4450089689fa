/** The REST format of a visa request. The applicant module, which depends on this one, adds the applicants. */
import { z } from "zod";
import type { Principal } from "../../core/principal";
import { referenceFor } from "./partnerOrigin.rules";
import type { VisaRequestEntity } from "./visaRequest.entity";
import { visaRequestStatuses } from "./visaRequest.rules";

const rupees = z.int().min(0);

export const restRequestFields = {
  visaRequestId: z.uuid().describe("UUID."),
  visaReferenceNo: z.string().describe("The reference number for use on the phone, `VP-XXXX-XXXX-C`."),
  visaId: z.uuid().describe("The visa of this application."),
  visaName: z.string().describe("The visa's name when the application was created."),
  countryName: z.string().describe("The country's name when the application was created."),
  leadSource: z
    .string()
    .describe("Origin of the application; `B2C`, or `PARTNER` if a partner's key created it."),
  externalReference: z
    .string()
    .nullable()
    .describe(
      "The partner's own name for the application; null if it has none, or for the traveller who took it over.",
    ),
  userId: z.uuid().describe("The owner's id."),
  email: z
    .string()
    .nullable()
    .describe(
      "The owner's e-mail address when the application was created, or the contact's for a partner's application. Null if there was none or the personal data was removed.",
    ),
  mobile: z
    .string()
    .describe(
      "The owner's mobile number when the application was created, or the contact's for a partner's application. Empty once the personal data was removed.",
    ),
  pricePerApplicant: rupees.describe("The visa fee of one adult, in whole rupees."),
  netPrice: rupees.describe("The visa fees of all applicants, in whole rupees."),
  serviceFee: rupees.describe("Our fee for all applicants, in whole rupees, without GST."),
  gst: rupees.describe("GST on the service fee, rounded to the rupee."),
  totalPrice: rupees.describe("The sum of `netPrice`, `serviceFee` and `gst`, in whole rupees."),
  travelDate: z.iso.date().describe("YYYY-MM-DD."),
  expectedDate: z.iso
    .date()
    .describe(
      "When the visa is expected: the day of payment, or today until then, + `processingTime` + 1; YYYY-MM-DD.",
    ),
  noOfApplicants: z.int().min(1).describe("Number of applicants in the price; 1 before the first is added."),
  visaRequestStatus: z.enum(visaRequestStatuses).describe("Status of the application."),
  paymentStatus: z
    .enum(["PENDING", "PAID", "REFUND_DUE", "REFUNDED"])
    .describe("Status of the payment. REFUND_DUE: a payment could not be used and has to be refunded."),
  paymentGateway: z.string().nullable().describe("`RAZORPAY` once paid; null before that."),
  paymentGatewayNo: z.string().nullable().describe("The gateway's payment id; null before the payment."),
  version: z.int().min(1).describe("Incremented with each change."),
  createdAt: z.iso.datetime().describe("When the application was created; ISO 8601, UTC."),
};

/** Returns a request without its internal fields. */
export function toRestRequestFields(
  caller: Principal,
  {
    childPrice: _child,
    serviceFeeRate: _rate,
    gstPercent: _gst,
    priceVersion: _price,
    changedAt: _changed,
    papersRemovedAt: _removed,
    documentReminderAt: _reminder,
    followerId: _follower,
    requirementListId: _requirements,
    assignedStaffId: _staff,
    assignedAt: _assigned,
    waitingSince: _waiting,
    ...request
  }: VisaRequestEntity,
) {
  return { ...request, externalReference: referenceFor(caller, request) };
}

/**
 * REST format of requests with their applicants. Implemented by the applicant module, which depends on this
 * one.
 */
export interface RestRequests<Shape> {
  schema: z.ZodType<Shape>;
  /** Returns the REST format in the order of the requests. */
  show(caller: Principal, requests: readonly VisaRequestEntity[]): Promise<Shape[]>;
}
