import { expect, test } from "@jest/globals";
import { toForm } from "../kit/stories/applicants";
import { callRest } from "../kit/wire/callApi";
import type { ReadList } from "../kit/wire/read";
import type { RestApplicant, RestCountry, RestRequest } from "../kit/wire/restShapes";
import { todayInIndia } from "../kit/server/clock";
import { paymentForm, requestForm, RestTraveller } from "../kit/personas/restTraveller";
import { RunningServer } from "../kit/server/runningServer";
import { makeDetails, newPhoneNumber, payInSandbox } from "../kit/personas/traveller";
import { makeApplicantFiles } from "../kit/personas/applicantFiles";

const server = RunningServer.shared();

test("a traveller gets from login to a paid application using only REST, as the client in the specification does", async () => {
  const phoneNumber = newPhoneNumber();
  const login = `phoneNumber=${encodeURIComponent(phoneNumber)}&userType=Customer`;
  const sent = await callRest(server, "POST", `/api/home/userotp?${login}`);
  expect([sent.status, sent.body]).toEqual([200, { statusCode: 200 }]);
  const otp = await server.readCode(phoneNumber);
  const verified = await callRest(server, "POST", `/api/home/verifyotp?${login}&otp=${otp}`);
  const { token, expiration, userId } = verified.body;
  expect(verified.body).toEqual({
    statusCode: 200,
    data: expect.any(String),
    token: expect.any(String),
    expiration: expect.any(String),
    userId: expect.any(String),
  });
  expect(Date.parse(expiration)).toBeGreaterThan(Date.now());
  const traveller = new RestTraveller(server, phoneNumber, token, userId);

  const country = (await callRest<RestCountry>(server, "GET", "/api/visa/getbycountry?countryurl=bahrain"))
    .body.data;
  expect(country).toMatchObject({
    name: "Bahrain",
    visas: [{ visaName: "14 Days Tourist Visa" }, expect.anything(), expect.anything()],
    visaTerms: expect.arrayContaining([{ ...country.visaTerms[0], termsandConditions: expect.any(String) }]),
    visaFAQs: expect.arrayContaining([{ ...country.visaFAQs[0], answer: expect.any(String) }]),
    visaDocuments: expect.arrayContaining([
      { ...country.visaDocuments[0], documentName: expect.any(String) },
    ]),
  });
  const [visa] = country.visas;

  const travelDate = todayInIndia();
  const created = await traveller.post<string>("/api/visaRequest/Create", {
    form: toForm(requestForm(visa, { travelDate })),
  });
  expect([created.status, created.body]).toEqual([200, { statusCode: 200, data: expect.any(String) }]);
  const visaRequestId = created.body.data;
  const fresh = (await traveller.get<RestRequest>(`/api/visaRequest/${visaRequestId}`)).body;
  const theServersOwn = {
    visaRequestId,
    visaId: visa.visaId,
    leadSource: "B2C",
    visaName: visa.visaName,
    countryName: "Bahrain",
    pricePerApplicant: visa.adultPrice,
    netPrice: visa.adultPrice,
    serviceFee: 499,
    gst: 0,
    totalPrice: visa.adultPrice + 499,
    travelDate,
    noOfApplicants: 1,
    userId,
    email: null,
    mobile: phoneNumber,
  };
  expect(fresh).toMatchObject({
    statusCode: 200,
    data: { ...theServersOwn, visaRequestStatus: "PENDING", paymentStatus: "PENDING", visaApplicants: [] },
  });
  expect(fresh.data.visaReferenceNo).toMatch(/^VP-/);
  expect(fresh.data.expectedDate > travelDate).toBe(true);

  const details = makeDetails({ travelerType: "ADULT", nationality: "INDIAN", passportCountry: "INDIA" });
  const forged = { visaApplicantId: visaRequestId, visaRequestId, visaApplicantStatus: "APPROVED" };
  const files = await makeApplicantFiles();
  const added = await traveller.post<string>("/api/VisaApplicant/Create", {
    form: toForm({ ...details, ...forged }, files),
  });
  expect([added.status, added.body]).toEqual([200, { statusCode: 200, data: expect.any(String) }]);
  const visaApplicantId = added.body.data;
  expect(visaApplicantId).not.toBe(visaRequestId);

  const list = await traveller.get<ReadList<RestApplicant>>(
    `/api/VisaApplicant/GetByVisaRequest?visaRequestId=${visaRequestId}`,
  );
  expect(list.body).toMatchObject({
    statusCode: 200,
    data: [
      {
        ...details,
        visaApplicantId,
        visaRequestId,
        visaApplicantStatus: "PENDING",
        approvedVisaSrc: null,
        visaApplicationDocuments: [{ imageName: "ticket.pdf" }, { imageName: "hotel.pdf" }],
      },
    ],
  });
  const { profileSrc, passportFrontSrc, passportBackSrc, visaApplicationDocuments } = list.body.data[0];
  for (const src of [profileSrc, passportFrontSrc, passportBackSrc, visaApplicationDocuments[0].src])
    expect((await fetch(server.url + src)).status).toBe(200);

  const amount = `Amount=${theServersOwn.totalPrice}&PayRequest=RAZORPAY`;
  const order = await traveller.post(`/api/Payment/Process?${amount}`);
  expect([order.status, order.body]).toEqual([
    200,
    {
      statusCode: 200,
      response: {
        amount: theServersOwn.totalPrice * 100,
        id: expect.stringMatching(/^order_/),
        currency: "INR",
        razorpayKey: "rzp_test_sandbox",
        name: "Visaport",
      },
    },
  ]);
  const { razorpay_payment_id: paymentId } = await payInSandbox(server, order.body.response.id);

  const paid = await traveller.put("/api/visaRequest", {
    form: toForm(paymentForm(visaRequestId, paymentId)),
  });
  expect([paid.status, paid.body.statusCode]).toEqual([200, 200]);
  const settled = {
    ...theServersOwn,
    visaRequestStatus: "SUBMITTED",
    paymentStatus: "PAID",
    paymentGateway: "RAZORPAY",
    paymentGatewayNo: paymentId,
    expectedDate: fresh.data.expectedDate,
    visaReferenceNo: fresh.data.visaReferenceNo,
    visaApplicants: [{ visaApplicantId }],
  };
  expect((await traveller.get(`/api/visaRequest/${visaRequestId}`)).body.data).toMatchObject(settled);
  const mine = await traveller.get(`/api/visaRequest/GetByUserId?id=${userId}`);
  expect(mine.body).toMatchObject({ statusCode: 200, data: [settled] });

  const user = { userId, name: "", phoneNumber, email: null };
  expect((await traveller.get(`/api/user/${userId}`)).body).toEqual({ statusCode: 200, data: user });
  const named = { ...user, name: "Asha Rao", email: "asha@example.com" };
  expect((await traveller.put("/api/user", { json: named })).body).toEqual({
    statusCode: 200,
    message: "Profile Updated",
    data: named,
  });
  expect((await traveller.get(`/api/user/${userId}`)).body.data).toEqual(named);
});
