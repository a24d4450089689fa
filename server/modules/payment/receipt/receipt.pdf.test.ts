import { expect, test } from "@jest/globals";
import { readPdf } from "../../../test/kit/wire/readPdf";
import { drawReceiptPdf, type ReceiptFrame } from "./receipt.pdf";

async function readReceipt(changes: Partial<ReceiptFrame>): Promise<string> {
  const receipt = {
    receiptNo: "VP-7K3M-9QWX-4",
    paidAt: "2026-11-21T10:00:00.000Z",
    visaFee: 2899,
    serviceFee: 499,
    gst: 0,
    gstPercent: 0,
    total: 3398,
    paymentId: "pay_AAAAAAAAAAAAAA",
  };
  const frame: ReceiptFrame = {
    brand: "Visaport",
    supportEmail: "help@visaport.example",
    supportPhone: "1800 000 000",
    visaName: "30 Days Single Entry e-Visa",
    countryName: "Vietnam",
    noOfApplicants: 1,
    refundedPaise: 0,
    priceLines: [],
  };
  return (await readPdf(await drawReceiptPdf(receipt, { ...frame, ...changes }))).text;
}

test.each([
  ["Côte d’Ivoire", "Côte d’Ivoire"],
  ["Curac\u0327ao", "Curaçao"],
  ["“fast” – from € 20 …", "“fast” – from € 20 …"],
  ["Łódź", "Lódz"],
  ["Đà Nẵng", "Dà Nang"],
  ["İstanbul, Kadıköy", "Istanbul, Kadiköy"],
  ["भारत", "----"],
])("the receipt shows %s as %s", async (countryName, written) => {
  expect(await readReceipt({ countryName })).toContain(`e-Visa, ${written} Applicants`);
});

test("the receipt shows paise only if the refund is not in whole rupees", async () => {
  expect(await readReceipt({ refundedPaise: 100_50 })).toContain("Refunded since INR 100.50/-");
  expect(await readReceipt({ refundedPaise: 100_00 })).toContain("Refunded since INR 100/-");
});
