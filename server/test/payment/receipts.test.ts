import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { SignedLinks } from "../../platform/http/signedLinks";
import { receiptLinks } from "../../modules/payment/receipt/receipt.rules";
import { yearsAgo } from "../kit/server/clock";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import type { DataOf } from "../kit/wire/read";
import { readPdf } from "../kit/wire/readPdf";
import { staffReceipt } from "./payment.generated";
import * as documents from "../kit/documents";
import { signInStaff } from "../kit/personas/staff";
import { readDataKey } from "../kit/server/testDatabase.mjs";
import { TestServer } from "../kit/server/testServer";
import {
  signedInTraveller,
  signIn,
  toStory,
  type Traveller,
  newPhoneNumber,
} from "../kit/personas/traveller";

let server: TestServer;
let payer: Traveller;
let receipt: RequestMoney["receipt"];
type RequestMoney = DataOf<typeof documents.visaRequestMoney>["visaRequest"];
beforeAll(async () => {
  server = await TestServer.start({ GST_PERCENT: "18", BRAND_NAME: "Visaport" });
  payer = await signedInTraveller(server).withRequest("egypt-30-days-tourist-visa-single-entry");
  const files = await makeSmallFiles();
  await addApplicant(payer, files);
  await addApplicant(payer, files, {
    firstName: "Ravi",
    gender: "MALE",
    title: "Master",
    dateOfBirth: yearsAgo(10),
  });
  payer = await toStory(payer).paid();
  receipt = (await read(payer)).receipt;
});
afterAll(() => server.dispose());

async function read(traveller: Traveller, of: Traveller = payer): Promise<RequestMoney> {
  const { visaRequestId } = of.request;
  return (await traveller.call(documents.visaRequestMoney, { visaRequestId })).data.visaRequest;
}
const open = (src: string) => fetch(new URL(src, server.url));

test("a receipt lists the parts of the price, which add up to the amount paid", async () => {
  const request = await payer.readRequest();
  expect(receipt).toMatchObject({
    receiptNo: request.visaReferenceNo,
    visaFee: request.netPrice,
    serviceFee: 998,
    gst: 180,
    gstPercent: 18,
    total: request.totalPrice,
    paymentId: request.paymentGatewayNo,
  });
  expect(receipt.visaFee + receipt.serviceFee + receipt.gst).toBe(receipt.total);
  expect(receipt.total * 100).toBe(payer.order.amount);
  expect(Date.now() - Date.parse(receipt.paidAt)).toBeLessThan(10 * 60_000);
});

test("a receipt's PDF is one page with the same content, served with strict security headers", async () => {
  const answer = await open(receipt.pdfSrc);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="receipt-${receipt.receiptNo}.pdf"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "referrer-policy": "no-referrer",
  });
  const { text, title, pages } = await readPdf(await answer.arrayBuffer());
  expect([title, pages]).toEqual([`Receipt ${receipt.receiptNo}`, 1]);
  const { visaName, countryName, totalPrice } = await payer.readRequest();
  const inr = (rupees: number) => `INR ${rupees}/-`;
  for (const said of [
    "Visaport",
    `Receipt number ${receipt.receiptNo}`,
    `Visa ${visaName}, ${countryName}`,
    "Applicants 2",
    `Payment ID (Razorpay) ${receipt.paymentId}`,
    "Visa fee, 1 adult × INR 4299/- INR 4299/-",
    "Visa fee, 1 child × INR 3799/- INR 3799/-",
    "Service fee INR 998/-",
    "GST 18% on the service fee INR 180/-",
    `Total paid ${inr(totalPrice)}`,
    "help@visaport.example",
  ])
    expect(text).toContain(said);
  expect(text).toMatch(/Paid on \d{2} [A-Z][a-z]{2} \d{4}/);
  expect(text).not.toContain("Refunded");
  expect(text).not.toContain("Ravi");
});

test("a receipt link returns 404 if it was altered or its session has ended", async () => {
  const other = await signedInTraveller(server).withRequest();
  const src = new URL(receipt.pdfSrc, server.url);
  const changed = (change: (url: URL) => void) => {
    const url = new URL(src);
    change(url);
    return url.href;
  };
  const expires = Number(src.searchParams.get("e"));
  expect(expires - Date.now() / 1000).toBeLessThanOrEqual(300);
  const links = [
    changed((url) => url.searchParams.set("e", String(expires + 60))),
    changed((url) => url.searchParams.set("e", String(expires - 3600))),
    changed((url) => url.searchParams.set("u", other.userId)),
    changed((url) => url.searchParams.set("s", "A".repeat(43))),
    changed((url) => url.searchParams.delete("s")),
    changed((url) => (url.pathname = `/receipts/${other.request.visaRequestId}`)),
    changed((url) => (url.pathname = "/receipts/x%2Fy")),
    // A signature for a receipt is not valid for a file.
    changed((url) => (url.pathname = url.pathname.replace("/receipts/", "/files/"))),
  ];
  for (const link of links) expect([link, (await open(link)).status]).toEqual([link, 404]);

  const again = await signIn(server, payer.phoneNumber);
  const { pdfSrc } = (await read(again)).receipt;
  expect((await open(pdfSrc)).status).toBe(200);
  await again.call(documents.logout);
  expect((await open(pdfSrc)).status).toBe(404);
});

test("a receipt does not open for another user, even if a link is signed for that user", async () => {
  const links = new SignedLinks(
    new KeyRing(readDataKey(server.dataDir)).linkKeys,
    { now: () => new Date() },
    receiptLinks,
  );
  const openAs = async ({ token, userId }: Traveller) => {
    const claims = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { sid: string };
    const { visaRequestId } = payer.request;
    return (await open(links.sign([visaRequestId], { userId, sessionId: claims.sid }).url)).status;
  };
  expect(await openAs(payer)).toBe(200);
  expect(await openAs(await signIn(server))).toBe(404);
});

test("staff get a receipt link, which works only while they have the role; other users get none", async () => {
  expect(await read(await signIn(server))).toBeNull();
  const staff = await signInStaff(server, newPhoneNumber());
  const { visaRequestId } = payer.request;
  const { data } = await staff.call(staffReceipt, { visaRequestId });
  const { pdfSrc } = data.staffVisaRequest.visaRequest.receipt;
  expect((await open(pdfSrc)).status).toBe(200);
  await server.runCommand("staff", "remove", staff.phoneNumber);
  expect((await open(pdfSrc)).status).toBe(404);
});

test("a receipt shows a later refund", async () => {
  const { visaRequestId, totalPrice } = await payer.readRequest();
  await payer.do(documents.withdrawVisaRequest, { visaRequestId, expectedAmount: totalPrice });
  const { pdfSrc } = (await read(payer)).receipt;
  const { text } = await readPdf(await (await open(pdfSrc)).arrayBuffer());
  expect(text).toContain(`Refunded since INR ${totalPrice}/-`);
});
