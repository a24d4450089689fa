import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { requestRow } from "../../../test/kit/data/requestRow";
import { readPdf } from "../../../test/kit/wire/readPdf";
import { openUnitSource } from "../../../test/kit/data/unitSource";
import { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { PaymentEntity } from "../payment.entity";
import type { RefundEntity } from "../refund/refund.entity";
import { insertRefund } from "../refund/refund.repository";
import { ReceiptService } from "./receipt.service";

test("a receipt shows only completed refunds of the payment that paid for the application", async () => {
  const source = await openUnitSource();
  try {
    const { manager } = source;
    const request = requestRow({ paymentStatus: "PAID", paymentGatewayNo: "pay_1" });
    const { userId, visaRequestId, createdAt } = request;
    await manager.insert(VisaRequestEntity, request);
    const payment = {
      razorpayOrderId: "order",
      visaRequestId,
      amount: 1_000_00,
      amountDeducted: 0,
      createdAt,
    };
    for (const [razorpayPaymentId, outcome] of [
      ["pay_1", "SETTLED"],
      ["pay_2", "REFUND_DUE"],
    ] as const)
      await manager.insert(PaymentEntity, { ...payment, razorpayPaymentId, outcome });
    const refund = (razorpayPaymentId: string, state: RefundEntity["state"], amount: number) =>
      insertRefund(
        manager,
        { razorpayPaymentId, state, amount, reason: "", origin: "OURS", nextTryAt: createdAt },
        new Date(createdAt),
      );
    await refund("pay_1", "DONE", 200_00);
    await refund("pay_1", "REQUESTED", 300_00);
    await refund("pay_2", "DONE", 500_00);
    const receipts = new ReceiptService({
      db: { rows: manager },
      site: { brand: "Visaport", supportEmail: "", supportPhone: "" },
    } as unknown as ConstructorParameters<typeof ReceiptService>[0]);
    const { text } = await readPdf((await receipts.drawFor(userId, visaRequestId)).bytes);
    expect(text).toContain("Refunded since INR 200/-");
  } finally {
    await source.destroy();
  }
});
