import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { toForm } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { daysAhead } from "../kit/server/clock";
import * as documents from "../kit/documents";
import { withoutWebhooks } from "../kit/stories/paying";
import { readTables, type Tables } from "../kit/data/readTables";
import { paymentForm, requestForm, signInByRest, type RestTraveller } from "../kit/personas/restTraveller";
import type { ReadList, UserError } from "../kit/wire/read";
import type { RestApplicant, RestCountry, RestRequest, RestUser } from "../kit/wire/restShapes";
import { TestServer } from "../kit/server/testServer";
import { waitFor } from "../kit/waitFor";
import { makeDetails, payInSandbox, signIn, toConfirmation } from "../kit/personas/traveller";
import { countryAsInRest } from "./rest.generated";

const phoneNumber = "+919876543210";
const visaUrl = "bahrain-14-days-tourist-visa-single-entry";
const profile = { name: "Asha Rao", email: "asha@example.com" };
const travelDate = daysAhead(1);
const adult = makeDetails();
const child = makeDetails({ title: "Miss", firstName: "Meera", dateOfBirth: "2019-06-01", comments: "" });
const incomplete = { firstName: "Asha", dateOfBirth: "2999-01-01", passportNumber: "A-1" };

/** Both servers have the same keys, so that blind indexes can be compared. */
const settings = {
  DATA_KEY: "a".repeat(32),
  JWT_SECRET: "b".repeat(32),
  GST_PERCENT: "18",
  ...withoutWebhooks,
};

let byGraphql: TestServer;
let byRest: TestServer;
let files: PassportFiles;
/** The traveller who used REST. */
let traveller: RestTraveller;
/** The errors that each API returned. */
const refused: { graphql: UserError[]; rest: UserError[] } = { graphql: [], rest: [] };
beforeAll(async () => {
  files = await makeSmallFiles();
  [byGraphql, byRest] = await Promise.all([TestServer.start(settings), TestServer.start(settings)]);
  await Promise.all([travelByGraphql(), travelByRest()]);
});
afterAll(() => Promise.all([byGraphql.dispose(), byRest.dispose()]));

async function travelByGraphql(): Promise<void> {
  const wrong = { input: { phoneNumber, otp: "wrong" } };
  await callGraphql(byGraphql, documents.requestOtp, { variables: { input: { phoneNumber } } });
  await callGraphql(byGraphql, documents.verifyOtp, { variables: wrong });
  const traveller = await signIn(byGraphql, phoneNumber);
  await traveller.do(documents.updateProfile, { ...profile, phoneNumber });
  const { visaId } = (await traveller.call(documents.visaId, { visaUrl })).data.visa;
  const { visaRequestId } = await traveller.do(documents.createVisaRequest, {
    visaId,
    travelDate,
    idempotencyKey: "request-1",
  });
  const failed = await traveller.call(documents.createVisaApplicant, {
    input: { visaRequestId, ...incomplete },
  });
  refused.graphql = failed.data.createVisaApplicant.userErrors;
  for (const details of [adult, child])
    await traveller.do(
      documents.createVisaApplicant,
      { visaRequestId, ...details, idempotencyKey: `applicant-${String(details.firstName)}` },
      files,
    );
  const { orderId } = await traveller.do(documents.createPaymentOrder, { visaRequestId });
  await payInSandbox(byGraphql, orderId, "failure");
  const proof = await payInSandbox(byGraphql, orderId);
  await traveller.do(documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) });
}

async function travelByRest(): Promise<void> {
  const wrong = { phoneNumber, otp: "wrong" };
  await callRest(byRest, "POST", "/api/home/userotp", { json: { phoneNumber } });
  await callRest(byRest, "POST", "/api/home/verifyotp", { json: wrong });
  traveller = await signInByRest(byRest, phoneNumber);
  await traveller.put("/api/user", { json: { ...profile, phoneNumber } });
  const country = await traveller.get<RestCountry>("/api/visa/getbycountry?countryurl=bahrain");
  const visa = country.body.data.visas.find((one) => one.visaUrl === visaUrl)!;
  const created = await traveller.post<string>("/api/visaRequest/Create", {
    form: toForm(requestForm(visa, { travelDate })),
    headers: { "idempotency-key": "request-1" },
  });
  const visaRequestId = created.body.data;
  const path = "/api/VisaApplicant/Create";
  const failed = await traveller.post(path, { form: toForm({ visaRequestId, ...incomplete }) });
  refused.rest = failed.body.errors;
  for (const details of [adult, child])
    await traveller.post(path, {
      form: toForm({ visaRequestId, ...details }, files),
      headers: { "idempotency-key": `applicant-${String(details.firstName)}` },
    });
  const { totalPrice } = (await traveller.get<RestRequest>(`/api/visaRequest/${visaRequestId}`)).body.data;
  const order = await traveller.post(`/api/Payment/Process?Amount=${totalPrice}&PayRequest=RAZORPAY`);
  const orderId = order.body.response.id;
  await payInSandbox(byRest, orderId, "failure");
  const { razorpay_payment_id: paymentId } = await payInSandbox(byRest, orderId);
  await traveller.put("/api/visaRequest", { form: toForm(paymentForm(visaRequestId, paymentId)) });
}

test("GraphQL and REST refuse an incomplete applicant with the same messages", () => {
  expect(refused.graphql.length).toBeGreaterThan(5);
  expect(refused.rest).toEqual(refused.graphql);
});

describe("GraphQL and REST return the same data, field by field:", () => {
  test("the application with its applicants", async () => {
    const list = (
      await traveller.get<ReadList<RestRequest>>(`/api/visaRequest/GetByUserId?id=${traveller.userId}`)
    ).body.data;
    const { visaRequestId } = list[0];
    const one = (await traveller.get<RestRequest>(`/api/visaRequest/${visaRequestId}`)).body.data;
    const people = (
      await traveller.get<RestApplicant[]>(`/api/VisaApplicant/GetByVisaRequest?id=${visaRequestId}`)
    ).body.data;
    const { token } = traveller;
    const read = await callGraphql(byRest, documents.visaRequest, { variables: { visaRequestId }, token });

    // Only GraphQL has these fields; only REST has `createdAt` and `externalReference`.
    const {
      visa: _visa,
      timeline: _timeline,
      priceLines: _lines,
      visaApplicants,
      ...request
    } = read.data.visaRequest;
    const createdAt = expect.any(String) as unknown;
    const applicants = withoutQueries(visaApplicants).map(
      ({ passportFrontType: _front, passportBackType: _back, consent: _consent, ...applicant }) => ({
        ...applicant,
        createdAt,
      }),
    );
    const expected = { ...request, createdAt, externalReference: null, visaApplicants: applicants };
    expect(applicants).toHaveLength(2);
    expect(withoutQueries(one)).toEqual(expected);
    expect(withoutQueries(list)).toEqual([expected]);
    expect(withoutQueries(people)).toEqual(applicants);
  });

  test("the profile", async () => {
    const { token, userId } = traveller;
    const { data } = await callGraphql(byRest, documents.me, { token });
    expect((await traveller.get<RestUser>(`/api/user/${userId}`)).body.data).toEqual(data.me);
    expect(data.me).toEqual({ userId, phoneNumber, ...profile });
  });

  test("the country with visas, documents, terms and questions", async () => {
    const variables = { countryUrl: "bahrain" };
    const { data } = await callGraphql(byRest, countryAsInRest, { variables });
    const { body } = await callRest<RestCountry>(byRest, "GET", "/api/visa/getbycountry?countryurl=bahrain");
    const { country } = data;
    // REST writes EVisa, as specified; GraphQL's enums are in capitals.
    const visas = country.visas.map((visa) => ({ ...visa, processType: "EVisa" }));
    expect(body.data).toMatchObject({ ...country, visas });
    expect(body.data.visas.map((visa) => Object.keys(visa).sort())).toEqual(
      visas.map((visa) => Object.keys(visa).sort()),
    );
  });
});

test("GraphQL and REST leave the same rows in every table", async () => {
  for (const server of [byGraphql, byRest])
    await waitFor("all messages are sent", async () => {
      const { notification } = await readTables(server, ["notification"]);
      return notification.every(({ state }) => state === "SENT");
    });
  expect(await byGraphql.stop()).toBe(0);
  expect(await byRest.stop()).toBe(0);
  const graphql = comparable(await readTables(byGraphql));
  const rest = comparable(await readTables(byRest));
  expect(rest).toEqual(graphql);

  const counts = Object.fromEntries(Object.entries(graphql).map(([name, rows]) => [name, rows.length]));
  expect(counts).toMatchObject({
    user_account: 1,
    login_code: 2,
    session: 1,
    idempotency_key: 3,
    visa_request: 1,
    visa_request_event: 2,
    visa_applicant: 2,
    stored_file: 6,
    payment_order: 1,
    payment: 1,
    notification: 2,
  });
});

/**
 * Columns that differ in each run: ids except the catalogue's, times, hashes that include an id, encrypted
 * values and references.
 */
const varies =
  /^(?!visaId$|visaCountryId$).*(Id|At|Hash|Sealed)$|^(at|hash|wrappedKey|visaReferenceNo|receipt|paymentGatewayNo)$/;
/**
 * Tables that are not compared. Most do not contain travellers' data. REST does not support known devices, and the
 * two APIs need different numbers of calls.
 */
const elsewhere =
  /^(sqlite_.*|call_limit|known_device|migration|setting|visa|visa_(country|document|term|faq))$/;

function comparable(tables: Tables): Record<string, unknown[]> {
  const kept = Object.entries<object[]>({ ...tables }).filter(([name]) => !elsewhere.test(name));
  return Object.fromEntries(
    kept.map(([name, rows]) => [
      name,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries<unknown>({ ...row }).map(([column, value]) =>
            varies.test(column) && value !== null ? [column, `a ${typeof value}`] : [column, value],
          ),
        ),
      ),
    ]),
  );
}

/** Removes the query of each file URL, because the signature changes every minute. */
function withoutQueries<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replace(/(\/files\/[\w-]+)\?[^"]*/g, "$1")) as Value;
}
