/** The contents of a receipt, for pages, GraphQL and the PDF. Pure. Whole rupees. */
import { steadyLinks } from "../../file/file.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { PaymentEntity } from "../payment.entity";

export type Receipt = ReturnType<typeof makeReceipt>;

export function makeReceipt(request: VisaRequestEntity, paying: PaymentEntity) {
  return {
    receiptNo: request.visaReferenceNo,
    /** When the gateway reported the payment. */
    paidAt: paying.createdAt,
    visaFee: request.netPrice,
    serviceFee: request.serviceFee,
    gst: request.gst,
    gstPercent: request.gstPercent,
    total: request.totalPrice,
    paymentId: paying.razorpayPaymentId,
  };
}

export const receiptLinks = { purpose: "receipt-link", path: "/receipts", ...steadyLinks };
