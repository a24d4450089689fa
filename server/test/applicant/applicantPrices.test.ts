import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addApplicant, sendApplicant, ways } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { daysAhead, yearsAgo } from "../kit/server/clock";
import * as documents from "../kit/documents";
import { TestServer } from "../kit/server/testServer";
import { payInSandbox, signedInTraveller, toConfirmation, type Traveller } from "../kit/personas/traveller";

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start({ GST_PERCENT: "18" }), makeSmallFiles()]);
});
afterAll(() => server.dispose());

const signedInWith = (visaUrl: string) => signedInTraveller(server).withRequest(visaUrl);
const egypt = "egypt-30-days-tourist-visa-single-entry";
/** Children pay the adult's price. */
const vietnam = "vietnam-30-days-single-entry";
const turns18In30Days = () => `${Number(daysAhead(30).slice(0, 4)) - 18}${daysAhead(30).slice(4)}`;

describe("the price", () => {
  test("includes the child price for children and infants, a service fee per applicant, and GST on the sum of the service fees", async () => {
    const traveller = await signedInWith(egypt);
    const family = [
      { years: 36, travelerType: "ADULT", net: 4299, fees: 499, gst: 90 },
      { years: 10, travelerType: "CHILD", net: 4299 + 3799, fees: 998, gst: 180 },
      // 18 % of 1497 is 269.46; three times 90 would be 270.
      { years: 1, travelerType: "INFANT", net: 4299 + 3799 + 3799, fees: 1497, gst: 269 },
    ];
    for (const [index, { years, travelerType, net, fees, gst }] of family.entries()) {
      const made = await addApplicant(traveller, files, { dateOfBirth: yearsAgo(years) });
      expect(made.travelerType).toBe(travelerType);
      expect(await traveller.readRequest()).toMatchObject({
        noOfApplicants: index + 1,
        pricePerApplicant: 4299,
        netPrice: net,
        serviceFee: fees,
        gst,
        totalPrice: net + fees + gst,
      });
    }
    const { visaRequestId, totalPrice, priceLines } = await traveller.readRequest();
    expect(priceLines).toEqual([
      { travelerType: "ADULT", count: 1, price: 4299 },
      { travelerType: "CHILD", count: 1, price: 3799 },
      { travelerType: "INFANT", count: 1, price: 3799 },
    ]);
    const { amount } = await traveller.do(documents.createPaymentOrder, { visaRequestId });
    expect(amount).toBe(totalPrice * 100);
  });

  test("is the adult price for every applicant if the visa has no child price", async () => {
    const traveller = await signedInWith("armenia-21-days-tourist-visa-single-entry");
    await addApplicant(traveller, files, { dateOfBirth: yearsAgo(5) });
    expect(await traveller.readRequest()).toMatchObject({ netPrice: 499, totalPrice: 499 + 499 + 90 });
  });
});

describe("a new travel date", () => {
  const change = (traveller: Traveller, travelDate: string) =>
    traveller.call(documents.changeTravelDate, {
      input: { visaRequestId: traveller.request.visaRequestId, travelDate },
    });

  test("voids an order at the old price if it changes an applicant's category and with it the price", async () => {
    const traveller = await signedInWith(egypt);
    await addApplicant(traveller, files, { dateOfBirth: turns18In30Days() });
    const { visaRequestId } = traveller.request;
    const before = await traveller.readRequest();
    expect(before.visaApplicants[0].travelerType).toBe("CHILD");
    const order = await traveller.do(documents.createPaymentOrder, { visaRequestId });

    await change(traveller, daysAhead(29));
    expect(await traveller.do(documents.createPaymentOrder, { visaRequestId })).toMatchObject({
      orderId: order.orderId,
    });
    await change(traveller, daysAhead(31));
    const after = await traveller.readRequest();
    expect(after).toMatchObject({ travelDate: daysAhead(31), expectedDate: before.expectedDate });
    expect(after.visaApplicants[0].travelerType).toBe("ADULT");
    expect([before.netPrice, after.netPrice]).toEqual([3799, 4299]);
    const { orderId, amount } = await traveller.do(documents.createPaymentOrder, { visaRequestId });
    expect([orderId === order.orderId, amount]).toEqual([false, after.totalPrice * 100]);
  });

  test("keeps the order if the category changes but adults and children pay the same price", async () => {
    const traveller = await signedInWith(vietnam);
    await addApplicant(traveller, files, { dateOfBirth: turns18In30Days() });
    const { visaRequestId } = traveller.request;
    const { orderId } = await traveller.do(documents.createPaymentOrder, { visaRequestId });
    await change(traveller, daysAhead(31));
    expect((await traveller.readRequest()).visaApplicants[0].travelerType).toBe("ADULT");
    const proof = await payInSandbox(server, orderId);
    const paid = await traveller.do(documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) });
    expect(paid.paymentStatus).toBe("PAID");
  });

  test("is rejected if it is after a passport's expiry or more than two years ahead", async () => {
    const traveller = await signedInWith(egypt);
    await addApplicant(traveller, files, { passportExpireDate: daysAhead(40) });
    expect(getUserErrors(await change(traveller, daysAhead(41)))).toEqual([
      {
        field: "travelDate",
        code: "INVALID",
        message: "Asha Rao cannot travel on this day: This passport will have expired on the day of travel",
      },
    ]);
    expect(errorCodes(getUserErrors(await change(traveller, daysAhead(732))))).toEqual([
      "travelDate: INVALID",
    ]);
    await traveller.do(documents.changeTravelDate, {
      visaRequestId: traveller.request.visaRequestId,
      travelDate: daysAhead(40),
    });
  });

  test("is rejected if it is in the past or the application is cancelled", async () => {
    const traveller = await signedInWith(egypt);
    expect(getUserErrors(await change(traveller, daysAhead(-1)))).toEqual([
      { field: "travelDate", code: "INVALID", message: "Travel date cannot be in the past" },
    ]);
    await traveller.do(documents.cancelVisaRequest, { visaRequestId: traveller.request.visaRequestId });
    expect(getUserErrors(await change(traveller, daysAhead(9)))).toMatchObject([{ code: "INVALID_STATE" }]);
  });
});

test.each([
  { visaUrl: vietnam, keeps: true },
  { visaUrl: egypt, keeps: false },
])(
  "if a new date of birth changes the applicant's category, the order for $visaUrl stays valid: $keeps",
  async ({ visaUrl, keeps }) => {
    const traveller = await signedInWith(visaUrl);
    const { visaApplicantId } = await addApplicant(traveller, files, { dateOfBirth: yearsAgo(10) });
    const { visaRequestId } = traveller.request;
    const before = await traveller.do(documents.createPaymentOrder, { visaRequestId });
    const dateOfBirth = yearsAgo(20);
    const changed = await traveller.do(documents.updateVisaApplicant, { visaApplicantId, dateOfBirth });
    expect(changed.travelerType).toBe("ADULT");
    const after = await traveller.do(documents.createPaymentOrder, { visaRequestId });
    expect(after.orderId === before.orderId).toBe(keeps);
  },
);

describe("a second applicant", () => {
  test("is listed after the first", async () => {
    const traveller = await signedInWith(egypt);
    for (const firstName of ["Asha", "Vikram"]) await addApplicant(traveller, files, { firstName });
    const { visaApplicants, noOfApplicants } = await traveller.readRequest();
    expect(visaApplicants.map(({ firstName }) => firstName)).toEqual(["Asha", "Vikram"]);
    expect(noOfApplicants).toBe(2);
  });

  test.each(ways)(
    "cannot have the first applicant's passport number in another format, through %s",
    async (way) => {
      const traveller = await signedInWith(egypt);
      await addApplicant(traveller, files, { passportNumber: "Z7654321" });
      const stored = (await server.listFiles()).length;
      const outcome = await sendApplicant(traveller, way, files, { passportNumber: "z 765 4321" });
      expect(outcome.faults).toEqual(["passportNumber: CONFLICT"]);
      if (way === "REST") expect(outcome.status).toBe(409);
      expect((await traveller.readRequest()).noOfApplicants).toBe(1);
      expect((await server.listFiles()).length).toBe(stored);
    },
  );

  test("that is sent concurrently with the same passport number is rejected, and its files are deleted", async () => {
    const traveller = await signedInWith(egypt);
    const stored = (await server.listFiles()).length;
    const send = () => sendApplicant(traveller, "GraphQL", files, { passportNumber: "Z1111111" });
    const outcomes = await Promise.all([send(), send(), send()]);
    expect(outcomes.flatMap(({ faults }) => faults)).toEqual(Array(2).fill("passportNumber: CONFLICT"));
    expect(await traveller.readRequest()).toMatchObject({ noOfApplicants: 1, netPrice: 4299 });
    expect((await server.listFiles()).length).toBe(stored + 3);
  });

  test("can have the same passport number in another application", async () => {
    const traveller = await signedInWith(egypt);
    await addApplicant(traveller, files, { passportNumber: "Z2222222" });
    const variables = { visaUrl: egypt };
    const { visaId } = (await traveller.call(documents.visaId, variables)).data.visa;
    traveller.request = await traveller.do(documents.createVisaRequest, { visaId });
    expect(await addApplicant(traveller, files, { passportNumber: "Z2222222" })).toMatchObject({
      passportNumber: "Z2222222",
    });
  });
});

test("applicants who are added concurrently are all included in the price", async () => {
  const traveller = await signedInWith(egypt);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => sendApplicant(traveller, "GraphQL", files)),
  );
  expect(answers.flatMap(({ faults }) => faults)).toEqual([]);
  expect(await traveller.readRequest()).toMatchObject({
    noOfApplicants: 4,
    netPrice: 4 * 4299,
    serviceFee: 4 * 499,
  });
});
