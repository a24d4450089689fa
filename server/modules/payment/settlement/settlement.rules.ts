/** Whether a payment still pays for its application. Pure. */
import { toPaise } from "../../../core/money.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { mayMove } from "../../visaRequest/visaRequest.rules";
import type { UntakenReason } from "../payment.rules";

/** Returns why a payment can no longer be used; undefined if it pays for its request. Amounts in paise. */
export function findUntakenReason(
  request: Pick<VisaRequestEntity, "visaRequestStatus" | "priceVersion" | "totalPrice">,
  order: { priceVersion: number; amount: number },
): UntakenReason | undefined {
  if (request.visaRequestStatus === "CANCELLED") return "CANCELLED";
  if (!mayMove(request.visaRequestStatus, "SUBMITTED")) return "PAID_ALREADY";
  const isSamePrice =
    request.priceVersion === order.priceVersion && toPaise(request.totalPrice) === order.amount;
  return isSamePrice ? undefined : "PRICE_CHANGED";
}

/** The message to a traveller whose authorised payment is not captured. */
export const untakenText =
  "This payment no longer pays for the application. Nothing was taken; " +
  "your bank will release the reserved amount in a few days";
