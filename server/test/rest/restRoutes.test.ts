import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { toForm } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callRest, type RestAnswer } from "../kit/wire/callApi";
import type { ReadList } from "../kit/wire/read";
import type { RestCountry, RestRequest, RestUser, RestVisa } from "../kit/wire/restShapes";
import { changingNothing, withoutWebhooks } from "../kit/stories/paying";
import { signInByRest, type RestTraveller } from "../kit/personas/restTraveller";
import { TestServer } from "../kit/server/testServer";
import { makeDetails, newPhoneNumber, payInSandbox } from "../kit/personas/traveller";
import { daysAhead } from "../kit/server/clock";

let server: TestServer;
let files: PassportFiles;
let visa: RestVisa;
let traveller: RestTraveller;
let stranger: RestTraveller;
beforeAll(async () => {
  server = await TestServer.start(withoutWebhooks);
  files = await makeSmallFiles();
  traveller = await signInByRest(server);
  stranger = await signInByRest(server);
  [visa] = (await traveller.get<RestCountry>("/api/visa/getbycountry?countryurl=vietnam")).body.data.visas;
});
afterAll(() => server.dispose());

/** Creates an application, with an applicant if `ready`, and returns its id. */
async function newRequest(owner = traveller, ready = true): Promise<string> {
  const json = { visaId: visa.visaId };
  const { data } = (await owner.post<string>("/api/visaRequest/Create", { json })).body;
  if (ready) {
    const form = toForm({ visaRequestId: data, ...makeDetails() }, files);
    expect((await owner.post("/api/VisaApplicant/Create", { form })).status).toBe(200);
  }
  return data;
}

/** Checks the error envelope; returns the status, and each error as `field: CODE`. */
function expectError({ status, body }: RestAnswer<unknown>) {
  expect(body).toMatchObject({ statusCode: status, message: expect.any(String) });
  expect(body).not.toHaveProperty("data");
  return [status, ...(body.errors ?? []).map(({ field, code }) => `${field}: ${code}`)];
}

describe("login", () => {
  test("answers a wrong code with HTTP 200, statusCode 500 and the message as data; the correct code still works", async () => {
    const phoneNumber = newPhoneNumber();
    await callRest(server, "POST", "/api/home/userotp", { json: { phoneNumber } });
    const otp = await server.readCode(phoneNumber);
    const wrong = { phoneNumber, otp: otp === "000000" ? "000001" : "000000" };
    const answer = await callRest(server, "POST", "/api/home/verifyotp", { json: wrong });
    expect([answer.status, answer.body]).toEqual([
      200,
      { statusCode: 500, data: "This code is not correct. Check it, or ask for a new one" },
    ]);
    const right = await callRest(server, "POST", "/api/home/verifyotp", { json: { phoneNumber, otp } });
    expect(right.body).toMatchObject({ statusCode: 200, token: expect.any(String) });
  });

  test("returns the documented messages for a missing or invalid number", async () => {
    const verify = (json: object) => callRest(server, "POST", "/api/home/verifyotp", { json });
    const send = (json: object) => callRest(server, "POST", "/api/home/userotp", { json });
    const phoneNumber = newPhoneNumber();
    for (const answer of [
      await send({}),
      await verify({ otp: "123456" }),
      await send({ phoneNumber: " " }),
    ]) {
      expect(expectError(answer)).toEqual([400, "phoneNumber: REQUIRED"]);
      expect(answer.body.message).toBe("Please enter the mandatory fields");
    }
    expect(expectError(await verify({ phoneNumber }))).toEqual([400, "otp: REQUIRED"]);
    expect(expectError(await send({ phoneNumber: "12345" }))).toEqual([400, "phoneNumber: INVALID"]);
  });

  test("answers the fourth code request for a number with 429 and Retry-After", async () => {
    const path = `/api/home/userotp?phoneNumber=${encodeURIComponent(newPhoneNumber())}`;
    for (let sent = 0; sent < 3; sent++) expect((await callRest(server, "POST", path)).status).toBe(200);
    const answer = await callRest(server, "POST", path);
    expect(expectError(answer)).toEqual([429]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
  });
});

test("a country is found in any letter case; a missing slug causes 400, an unknown slug 404", async () => {
  const get = (query: string) => callRest<RestCountry>(server, "GET", `/api/visa/getbycountry${query}`);
  expect((await get("?countryurl=VietNam")).body.data.name).toBe("Vietnam");
  expect(expectError(await get(""))).toEqual([400, "countryurl: REQUIRED"]);
  expect(expectError(await get("?countryurl="))).toEqual([400, "countryurl: REQUIRED"]);
  expect(expectError(await get("?countryurl=atlantis"))).toEqual([404]);
});

describe("an application", () => {
  test("requires an existing visa and a valid travel date", async () => {
    const create = (json: object) => traveller.post("/api/visaRequest/Create", { json });
    const { visaId } = visa;
    await changingNothing(server, async () => {
      expect(expectError(await create({}))).toEqual([400, "visaId: REQUIRED"]);
      expect(expectError(await create({ visaId: randomUUID() }))).toEqual([404]);
      for (const travelDate of ["2020-01-01", "2030-02-30", "tomorrow", daysAhead(732)])
        expect(expectError(await create({ visaId, travelDate }))).toEqual([400, "travelDate: INVALID"]);
    });
  });

  test("of another user causes 404 for reads and changes, as does an unknown id", async () => {
    const visaRequestId = await newRequest(stranger);
    const paymentGatewayNo = "pay_AAAAAAAAAAAAAA";
    const ask = (id: string) => [
      traveller.get(`/api/visaRequest/${id}`),
      traveller.get(`/api/VisaApplicant/GetByVisaRequest?visaRequestId=${id}`),
      traveller.get(`/api/VisaApplicant/GetByVisaRequest?id=${id}`),
      traveller.put("/api/visaRequest", { json: { visaRequestId: id, paymentGatewayNo } }),
      traveller.post("/api/VisaApplicant/Create", {
        form: toForm({ visaRequestId: id, ...makeDetails() }, files),
      }),
      traveller.post(`/api/Payment/Process?Amount=1&PayRequest=RAZORPAY&visaRequestId=${id}`),
    ];
    await changingNothing(server, async () => {
      const theirs = await Promise.all(ask(visaRequestId));
      const absent = await Promise.all(ask(randomUUID()));
      expect(theirs.map(expectError)).toEqual(Array(6).fill([404]));
      expect(theirs.map(({ body }) => body)).toEqual(absent.map(({ body }) => body));
    });
  });

  test("is listed only for its owner", async () => {
    const visaRequestId = await newRequest(stranger, false);
    const list = await stranger.get<ReadList<RestRequest>>(
      `/api/visaRequest/GetByUserId?id=${stranger.userId}`,
    );
    expect(list.body.data[0].visaRequestId).toBe(visaRequestId);
    for (const id of [traveller.userId, randomUUID()])
      expect(expectError(await stranger.get(`/api/visaRequest/GetByUserId?id=${id}`))).toEqual([404]);
    expect(expectError(await stranger.get("/api/visaRequest/GetByUserId"))).toEqual([400, "id: REQUIRED"]);
    expect(expectError(await stranger.get("/api/VisaApplicant/GetByVisaRequest"))).toEqual([
      400,
      "id: REQUIRED",
    ]);
  });
});

describe("Payment/Process", () => {
  const process = (owner: RestTraveller, query: string) => owner.post(`/api/Payment/Process?${query}`);

  test("finds the only open application with the given rounded total, and gets 409 if none or two match", async () => {
    const owner = await signInByRest(server);
    const { total } = visa.priceSummary;
    const amount = (rupees: number) => process(owner, `Amount=${rupees}&PayRequest=RAZORPAY`);
    expect(expectError(await amount(total))).toEqual([409, "Amount: CONFLICT"]);

    const first = await newRequest(owner);
    const { response } = (await amount(total)).body;
    expect(response.amount).toBe(total * 100);
    expect((await amount(total - 0.4)).body.response).toEqual(response);
    expect(expectError(await amount(total + 1))).toEqual([409, "Amount: CONFLICT"]);

    const second = await newRequest(owner);
    expect(expectError(await amount(total))).toEqual([409, "Amount: CONFLICT"]);
    const named = (id: string) => process(owner, `Amount=${total}&PayRequest=RAZORPAY&visaRequestId=${id}`);
    expect((await named(first)).body.response.id).toBe(response.id);
    expect((await named(second)).body.response.id).not.toBe(response.id);
  });

  test("requires an amount, a known payment method and an applicant", async () => {
    const visaRequestId = await newRequest(traveller, false);
    expect(expectError(await process(traveller, "PayRequest=RAZORPAY"))).toEqual([400, "Amount: REQUIRED"]);
    const cash = `Amount=1&PayRequest=CASH&visaRequestId=${visaRequestId}`;
    expect(expectError(await process(traveller, cash))).toEqual([400, "PayRequest: INVALID"]);
    const empty = `Amount=1&PayRequest=RAZORPAY&visaRequestId=${visaRequestId}`;
    expect(expectError(await process(traveller, empty))).toEqual([409, "null: INVALID_STATE"]);
  });
});

describe("PUT visaRequest", () => {
  const confirm = (json: object) => traveller.put<RestRequest>("/api/visaRequest", { json });
  const order = async (visaRequestId: string): Promise<string> => {
    const path = `/api/Payment/Process?Amount=0&visaRequestId=${visaRequestId}`;
    return (await traveller.post(path)).body.response.id;
  };

  test("gets 400 without a payment and 402 with a failed or another application's payment, and then changes nothing", async () => {
    const visaRequestId = await newRequest();
    const orderId = await order(visaRequestId);
    const other = await payInSandbox(server, await order(await newRequest()));
    const { error } = await payInSandbox(server, orderId, "failure");
    const says = { visaRequestId, visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" };
    const missing = [400, "paymentGatewayNo: REQUIRED"];
    const notCaptured = [402, "paymentGatewayNo: PAYMENT_NOT_CAPTURED"];

    await changingNothing(server, async () => {
      expect(expectError(await confirm({ paymentGatewayNo: "pay_AAAAAAAAAAAAAA" }))).toEqual([
        400,
        "visaRequestId: REQUIRED",
      ]);
      expect(expectError(await confirm(says))).toEqual(missing);
      expect(expectError(await confirm({ ...says, paymentGatewayNo: "" }))).toEqual(missing);
      const { razorpay_payment_id: othersPayment } = other;
      for (const paymentGatewayNo of [
        "pay_AAAAAAAAAAAAAA",
        "paid",
        orderId,
        othersPayment,
        error.metadata.payment_id,
      ])
        expect(expectError(await confirm({ ...says, paymentGatewayNo }))).toEqual(notCaptured);
    });
  });

  test("accepts an authorised payment, and returns the same response if the call is repeated", async () => {
    const visaRequestId = await newRequest();
    const proof = await payInSandbox(server, await order(visaRequestId), "authorized");
    const { razorpay_payment_id: paymentGatewayNo } = proof;
    const first = await confirm({ visaRequestId, paymentGatewayNo });
    expect(first.body.data).toMatchObject({ visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" });
    const again = await changingNothing(server, () => confirm({ visaRequestId, paymentGatewayNo }));
    expect([again.status, again.body.data.version]).toEqual([200, first.body.data.version]);
  });
});

test("only the owner can read and change a profile, and a new number requires two codes", async () => {
  const { userId, phoneNumber } = traveller;
  const right = { userId, name: "Asha", email: "", phoneNumber };
  expect((await traveller.put("/api/user", { json: right })).body.message).toBe("Profile Updated");
  expect(expectError(await traveller.get(`/api/user/${stranger.userId}`))).toEqual([404]);
  const put = async (changes: object) =>
    expectError(await traveller.put("/api/user", { json: { ...right, ...changes } }));
  expect(await put({ userId: stranger.userId })).toEqual([404]);
  expect(await put({ name: "", phoneNumber: "" })).toEqual([400, "name: REQUIRED", "phoneNumber: REQUIRED"]);
  expect(await put({ email: "nobody" })).toEqual([400, "email: INVALID"]);
  expect(await put({ phoneNumber: newPhoneNumber() })).toEqual([
    400,
    "presentOtp: REQUIRED",
    "otp: REQUIRED",
  ]);
  expect((await traveller.get<RestUser>(`/api/user/${userId}`)).body.data).toEqual({ ...right, email: null });
});
