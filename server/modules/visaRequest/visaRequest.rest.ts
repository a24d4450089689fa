/** The REST format of a visa request. Applicants are added by their own module, which depends on this one. */
import { z } from "zod";
import type { Viewer } from "../../core/viewer";
import type { VisaRequestEntity } from "./visaRequest.entity";
import { visaRequestStatuses } from "./visaRequest.rules";

const rupees = z.int().min(0);

export const restRequestFields = {
  visaRequestId: z.uuid().describe("UUID."),
  visaReferenceNo: z.string().describe("For the phone: `VP-XXXX-XXXX-C`."),
  visaId: z.uuid().describe("The visa that is asked for."),
  visaName: z.string().describe("Its name on the day of the request."),
  countryName: z.string().describe("Its country on the day of the request."),
  leadSource: z.string().describe("Where the request came from; `B2C`."),
  userId: z.uuid().describe("Who made it."),
  email: z.string().nullable().describe("Their e-mail on the day of the request; null where none was given."),
  mobile: z.string().describe("Their number on the day of the request."),
  pricePerApplicant: rupees.describe("The visa fee of one adult, in whole rupees."),
  netPrice: rupees.describe("The visa fees of all travellers, in whole rupees."),
  serviceFee: rupees.describe("Our fee for all travellers, GST not included, in whole rupees."),
  gst: rupees.describe("GST on the service fee, rounded to the rupee."),
  totalPrice: rupees.describe("`netPrice`, `serviceFee` and `gst` together, in whole rupees."),
  travelDate: z.iso.date().describe("YYYY-MM-DD."),
  expectedDate: z.iso
    .date()
    .describe("When the visa is expected: `processingTime` and one day after the request; YYYY-MM-DD."),
  noOfApplicants: z.int().min(1).describe("How many the price is for; 1 before the first is added."),
  visaRequestStatus: z.enum(visaRequestStatuses).describe("Where the request stands."),
  paymentStatus: z
    .enum(["PENDING", "PAID", "REFUND_DUE", "REFUNDED"])
    .describe("Where its payment stands; REFUND_DUE is money that came and could not be used."),
  paymentGateway: z.string().nullable().describe("`RAZORPAY` once it is paid; null before."),
  paymentGatewayNo: z.string().nullable().describe("The gateway's id of the payment; null before."),
  version: z.int().min(1).describe("Grows with each change."),
  createdAt: z.iso.datetime().describe("When it was made; ISO 8601, UTC."),
};

/** Omits the fields that are internal. */
export function toRestRequestFields({
  childPrice: _child,
  serviceFeeRate: _rate,
  gstPercent: _gst,
  priceVersion: _price,
  changedAt: _changed,
  papersRemovedAt: _removed,
  documentReminderAt: _reminder,
  assignedStaffId: _staff,
  assignedAt: _assigned,
  waitingSince: _waiting,
  ...request
}: VisaRequestEntity) {
  return request;
}

/**
 * REST format of requests with their applicants. Implemented by the applicant module, which depends on this
 * one.
 */
export interface RestRequests<Shape> {
  schema: z.ZodType<Shape>;
  /** In the order of the requests. */
  show(viewer: Viewer, requests: readonly VisaRequestEntity[]): Promise<Shape[]>;
}
