/** The contents of a receipt, for pages, GraphQL and the PDF. Pure. Whole rupees. */
import { steadyLinks } from "../../file/file.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { PaymentEntity } from "../payment.entity";

export interface Receipt {
  receiptNo: string;
  /** When the gateway reported the payment. */
  paidAt: string;
  visaFee: number;
  serviceFee: number;
  gst: number;
  gstPercent: number;
  total: number;
  paymentId: string;
}

export function makeReceipt(request: VisaRequestEntity, paying: PaymentEntity): Receipt {
  return {
    receiptNo: request.visaReferenceNo,
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
