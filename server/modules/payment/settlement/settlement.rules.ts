/** Whether money that comes still pays for its application. Pure. */
import { toPaise } from "../../visaRequest/pricing.rules";
import { mayMove, type VisaRequestStatus } from "../../visaRequest/visaRequest.rules";
import type { UntakenReason } from "../payment.rules";

/** Why an order's money cannot be used any more; undefined where it pays for its application. Amounts in paise. */
export function findUntakenReason(
  request: {
    visaRequestStatus: VisaRequestStatus;
    priceVersion: number;
    totalPrice: number;
  },
  order: { priceVersion: number; amount: number },
): UntakenReason | undefined {
  if (request.visaRequestStatus === "CANCELLED") return "CANCELLED";
  if (!mayMove(request.visaRequestStatus, "SUBMITTED")) return "PAID_ALREADY";
  const isSamePrice =
    request.priceVersion === order.priceVersion && toPaise(request.totalPrice) === order.amount;
  return isSamePrice ? undefined : "PRICE_CHANGED";
}

/** What a traveller is told of money that is not taken. */
export const untakenText =
  "This payment no longer pays for the application. Nothing was taken; " +
  "your bank will release the reserved amount in a few days";
