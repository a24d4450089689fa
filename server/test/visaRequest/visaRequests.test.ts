import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { absentId, addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { clockAt, setClock } from "../kit/server/clock";
import * as documents from "../kit/documents";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { TestServer } from "../kit/server/testServer";
import {
  payInSandbox,
  signedInTraveller,
  signIn,
  toConfirmation,
  type Traveller,
} from "../kit/personas/traveller";
import { visaPriceSummary } from "./visaRequest.generated";

/** 1 February, 00:15 in India; still January in UTC, and in the machine's time zone. */
const justAfterMidnight = "2027-01-31T18:45:00Z";
const settings = { GST_PERCENT: "18", SERVICE_FEE_INR: "499", TZ: "America/Los_Angeles" };

let server: TestServer;
let traveller: Traveller;
let visaId: string;
beforeAll(async () => {
  server = await TestServer.start({ ...settings, ...clockAt(justAfterMidnight) });
  traveller = await signIn(server);
  visaId = await findVisaId("vietnam-30-days-single-entry");
});
afterAll(() => server.dispose());

async function findVisaId(visaUrl: string): Promise<string> {
  return (await callGraphql(server, documents.visaId, { variables: { visaUrl } })).data.visa.visaId;
}

describe("a new application", () => {
  test("takes its price from the catalogue, and fee and GST from the settings", async () => {
    const request = await traveller.do(documents.createVisaRequest, { visaId });
    expect(request).toMatchObject({
      visaId,
      visaName: "30 Days Single Entry e-Visa",
      countryName: "Vietnam",
      leadSource: "B2C",
      pricePerApplicant: 2899,
      netPrice: 2899,
      serviceFee: 499,
      // 18 % of 499 is 89.82.
      gst: 90,
      totalPrice: 2899 + 499 + 90,
      noOfApplicants: 1,
      userId: traveller.userId,
      mobile: traveller.phoneNumber,
      visaRequestStatus: "PENDING",
      paymentStatus: "PENDING",
      paymentGateway: null,
      paymentGatewayNo: null,
      visaApplicants: [],
      visa: { visaUrl: "vietnam-30-days-single-entry" },
      timeline: [{ status: "PENDING" }],
    });
    const { priceSummary } = (
      await callGraphql(server, visaPriceSummary, {
        variables: { visaUrl: "vietnam-30-days-single-entry" },
      })
    ).data.visa;
    expect(priceSummary).toEqual({ gst: request.gst, total: request.totalPrice });
  });

  test("ignores the price, statuses, dates and owner that the client in the specification sends", async () => {
    const form = new FormData();
    const claims = {
      visaRequestId: "00000000-0000-0000-0000-000000000000",
      visaName: "Free visa",
      pricePerApplicant: "1",
      totalPrice: "1",
      gst: "-1",
      expectedDate: "2027-02-01",
      noOfApplicants: "9",
      userId: absentId(),
      mobile: "+911111111111",
      visaRequestStatus: "APPROVED",
      paymentStatus: "PAID",
    };
    for (const [name, value] of Object.entries({ visaId, ...claims })) form.append(name, value);
    const { token } = traveller;
    const { status, body } = await callRest(server, "POST", "/api/visaRequest/Create", { token, form });
    expect({ status, statusCode: body.statusCode }).toEqual({ status: 200, statusCode: 200 });

    const { data } = await traveller.call(documents.visaRequest, { visaRequestId: body.data });
    expect(data.visaRequest).toMatchObject({
      visaName: "30 Days Single Entry e-Visa",
      pricePerApplicant: 2899,
      totalPrice: 3488,
      gst: 90,
      expectedDate: "2027-02-07",
      noOfApplicants: 1,
      userId: traveller.userId,
      mobile: traveller.phoneNumber,
      visaRequestStatus: "PENDING",
      paymentStatus: "PENDING",
    });
  });

  test("has today in India as its travel date by default, and its visa is expected processingTime + 1 days later", async () => {
    const request = await traveller.do(documents.createVisaRequest, { visaId });
    expect(request).toMatchObject({ travelDate: "2027-02-01", expectedDate: "2027-02-07" });
  });

  test("that is created half an hour earlier has the previous day as its travel date", async () => {
    await setClock(server, "2027-01-31T18:15:00Z");
    try {
      const { request } = await signedInTraveller(server).withRequest("vietnam-30-days-single-entry");
      expect(request).toMatchObject({ travelDate: "2027-01-31", expectedDate: "2027-02-06" });
    } finally {
      await setClock(server, justAfterMidnight);
    }
  });

  test("can have a later travel date, but not one that has passed in India", async () => {
    const later = await traveller.do(documents.createVisaRequest, { visaId, travelDate: "2027-03-09" });
    // The expected date depends on the day of the request, not on the travel date.
    expect(later).toMatchObject({ travelDate: "2027-03-09", expectedDate: "2027-02-07" });

    const input = { visaId, travelDate: "2027-01-31" };
    const past = await traveller.call(documents.createVisaRequest, { input });
    expect(past.data.createVisaRequest.visaRequest).toBeNull();
    expect(getUserErrors(past)).toEqual([
      { field: "travelDate", code: "INVALID", message: "Travel date cannot be in the past" },
    ]);
    const { token } = traveller;
    const byRest = await callRest(server, "POST", "/api/visaRequest/Create", { token, json: input });
    expect(byRest).toMatchObject({ status: 400, body: { statusCode: 400 } });
  });

  test("is rejected for a travel date or a visa that does not exist", async () => {
    const noDay = await traveller.call(documents.createVisaRequest, {
      input: { visaId, travelDate: "2027-02-29" },
    });
    expect(topLevelErrorCodes(noDay)).toEqual(["BAD_USER_INPUT"]);
    for (const unknown of [absentId(), "vietnam", ""]) {
      const answer = await traveller.call(documents.createVisaRequest, { input: { visaId: unknown } });
      expect(topLevelErrorCodes(answer)).toEqual(["NOT_FOUND"]);
      expect(answer.data).toBeNull();
    }
  });

  test("has a unique reference number", async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, () => traveller.do(documents.createVisaRequest, { visaId })),
    );
    const numbers = made.map(({ visaReferenceNo }) => visaReferenceNo);
    expect(new Set(numbers).size).toBe(5);
    for (const number of numbers)
      expect(number).toMatch(/^VP(-[1-9A-HJKMNP-TV-Z]{4}){2}-[1-9A-HJKMNP-TV-Z]$/);
  });

  test("retains its owner's e-mail address from the time of creation", async () => {
    const owner = await signIn(server);
    await owner.do(documents.updateProfile, { name: "Asha Rao", email: "asha@example.in" });
    const { visaRequestId, email } = await owner.do(documents.createVisaRequest, { visaId });
    expect(email).toBe("asha@example.in");
    await owner.do(documents.updateProfile, { email: null });
    const { data } = await owner.call(documents.visaRequest, { visaRequestId });
    expect(data.visaRequest.email).toBe("asha@example.in");
  });
});

describe("cancelling an application", () => {
  let files: PassportFiles;
  beforeAll(async () => {
    files = await makeSmallFiles();
  });

  test("prevents further applicants, orders and cancellations", async () => {
    const owner = await signedInTraveller(server).withRequest();
    const { visaRequestId } = owner.request;
    await addApplicant(owner, files);
    const given = await owner.do(documents.cancelVisaRequest, { visaRequestId });
    expect(given).toMatchObject({
      visaRequestStatus: "CANCELLED",
      paymentStatus: "PENDING",
      timeline: [{ status: "PENDING" }, { status: "CANCELLED" }],
    });
    const further = [
      await owner.call(documents.cancelVisaRequest, { input: { visaRequestId } }),
      await owner.call(documents.createPaymentOrder, { input: { visaRequestId } }),
      await owner.call(documents.createVisaApplicant, { input: { visaRequestId } }, files),
    ];
    for (const answer of further) expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
    expect((await owner.readRequest()).version).toBe(given.version);
  });

  test("five times concurrently succeeds only once", async () => {
    const owner = await signedInTraveller(server).withRequest();
    const { visaRequestId } = owner.request;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.call(documents.cancelVisaRequest, { input: { visaRequestId } })),
    );
    const faults = answers.flatMap((answer) => errorCodes(getUserErrors(answer)));
    expect(faults).toEqual(Array(4).fill("null: INVALID_STATE"));
    expect((await owner.readRequest()).timeline).toHaveLength(2);
  });

  test("is not possible after the payment", async () => {
    const owner = await signedInTraveller(server).withRequest();
    const { visaRequestId } = owner.request;
    await addApplicant(owner, files);
    const { orderId } = await owner.do(documents.createPaymentOrder, { visaRequestId });
    const proof = toConfirmation(await payInSandbox(server, orderId));
    await owner.do(documents.confirmPayment, { visaRequestId, ...proof });
    const answer = await owner.call(documents.cancelVisaRequest, { input: { visaRequestId } });
    expect(getUserErrors(answer)).toEqual([
      { field: null, code: "INVALID_STATE", message: "Only an unpaid application can be cancelled" },
    ]);
    expect(await owner.readRequest()).toMatchObject({
      visaRequestStatus: "SUBMITTED",
      paymentStatus: "PAID",
    });
  });
});
