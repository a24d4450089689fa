import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { absentId, addApplicant, toForm } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql, callRest, type RestAnswer } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { mutations, publicIds, routes, type Owned, type OwnedRoute } from "../kit/wire/ownedCalls";
import { listFields, listIdPlaces, operationFor, readSchema, variablesFor } from "../kit/wire/schemaWalk";
import { withoutWebhooks } from "../kit/stories/paying";
import { recordStatements, tracing } from "../kit/data/recordStatements";
import { TestServer } from "../kit/server/testServer";
import { TestPartner } from "../kit/personas/partner";
import { payInSandbox, signedInTraveller, toConfirmation, type Traveller } from "../kit/personas/traveller";

/** Queries with an id as an argument, except ids of the catalogue. */
const queries = listFields(readSchema("open").getQueryType()).filter((field) =>
  listIdPlaces(field).some((place) => !publicIds.includes(place)),
);

let server: TestServer;
let files: PassportFiles;
let owner: Traveller;
let stranger: Traveller;
let owned: Owned;
beforeAll(async () => {
  [server, files] = await Promise.all([
    TestServer.start({ ...withoutWebhooks, ...tracing }),
    makeSmallFiles(),
  ]);
  owner = await signedInTraveller(server).withRequest();
  const { visaRequestId } = owner.request;
  const paper = { "input.documentFiles.0": files["input.passportBackFile"] };
  const applicant = await addApplicant(owner, { ...files, ...paper });
  const paperId = applicant.visaApplicationDocuments[0].visaApplicationDocumentId;
  const { orderId } = await owner.do(documents.createPaymentOrder, { visaRequestId });
  // The gateway has the payment, but confirmPayment has not been called.
  const proof = await payInSandbox(server, orderId);
  const [{ sessionId }] = (await owner.call(documents.mySessions)).data.mySessions;
  const { userId } = owner;
  const { visaApplicantId } = applicant;
  const partner = await TestPartner.create(server, "Ravi Travels", owner);
  const { partnerId } = partner;
  const { partnerKeyId } = (await partner.createKey()).key;
  const { endpointId } = await partner.addEndpoint("http://127.0.0.1:9999/");
  const ids = { visaRequestId, visaApplicantId, userId, sessionId, paperId };
  owned = { ...ids, partnerId, partnerKeyId, endpointId, proof };
  stranger = await signedInTraveller(server).withRequest();
});
afterAll(() => server.dispose());

const absent = (): Owned => ({
  ...owned,
  visaRequestId: absentId(),
  visaApplicantId: absentId(),
  userId: absentId(),
  sessionId: absentId(),
  partnerId: absentId(),
  partnerKeyId: absentId(),
  endpointId: absentId(),
});

/** Calls a route; the first word of its name is the method. */
async function callRoute(
  { name, path, fields, withFiles }: OwnedRoute,
  ids: Owned,
  token?: string,
): Promise<RestAnswer> {
  const form = fields && toForm(fields(ids), withFiles && files);
  return callRest(server, name.split(" ")[0]!, path(ids), { token, form });
}

describe("another user", () => {
  test("gets null for the owner's application, as for an unknown id", async () => {
    const ask = (variables: Record<string, string>) => stranger.call(documents.visaRequest, variables);
    const answer = await ask({ visaRequestId: owned.visaRequestId });
    expect(answer).toEqual({ status: 200, data: { visaRequest: null }, errors: undefined });
    for (const visaRequestId of [absentId(), "1", "", owned.visaRequestId.toUpperCase()])
      expect(await ask({ visaRequestId })).toEqual(answer);
  });

  test("does not see the owner's application in their list", async () => {
    const { nodes } = (await stranger.call(documents.myVisaRequests)).data.myVisaRequests;
    expect(nodes.map(({ visaRequestId }) => visaRequestId)).toEqual([stranger.request.visaRequestId]);
  });

  test.each(mutations)(
    "gets NOT_FOUND from $name, as for an unknown id",
    async ({ query, input, withFiles }) => {
      const call = (ids: Owned) =>
        recordStatements(server, () => stranger.call(query, { input: input(ids) }, withFiles && files));
      const refusal = await call(owned);
      expect(topLevelErrorCodes(refusal.answer)).toEqual(["NOT_FOUND"]);
      expect(refusal.answer.data).toBeNull();
      expect(await call(absent())).toEqual(refusal);
    },
  );

  test.each(queries)("gets null from $name, with the same statements as for an unknown id", async (field) => {
    const query = operationFor("query", field, []);
    const call = (ids: Owned) => {
      const places = listIdPlaces(field) as (keyof Owned)[];
      const given = Object.fromEntries(places.map((place) => [place, ids[place]]));
      const variables = { ...variablesFor(field), ...given };
      return recordStatements(server, () => stranger.call<Record<string, unknown>>(query, variables));
    };
    const refusal = await call(owned);
    expect(refusal.answer.data).toEqual({ [field.name]: null });
    expect(await call(absent())).toEqual(refusal);
  });

  test.each(routes)("gets 404 from $name, as for an unknown id", async (route) => {
    const call = (ids: Owned) =>
      recordStatements(server, async () => {
        const { status, body } = await callRoute(route, ids, stranger.token);
        return { status, body };
      });
    const refusal = await call(owned);
    expect(refusal.answer).toEqual({ status: 404, body: { statusCode: 404, message: "Not found" } });
    expect(await call(absent())).toEqual(refusal);
  });

  test("cannot remove the owner's documents by updating their own applicant", async () => {
    const { visaApplicantId } = await addApplicant(stranger, files);
    const input = { visaApplicantId, removeDocumentIds: [owned.paperId] };
    const answer = await stranger.call(documents.updateVisaApplicant, { input });
    expect(errorCodes(getUserErrors(answer))).toEqual(["removeDocumentIds.0: INVALID"]);
  });

  test("cannot pay for their application with the owner's payment", async () => {
    const { visaRequestId } = stranger.request;
    const input = { visaRequestId, ...toConfirmation(owned.proof) };
    const answer = await stranger.call(documents.confirmPayment, { input });
    expect(errorCodes(getUserErrors(answer))).toEqual(["razorpayOrderId: PAYMENT_SIGNATURE_INVALID"]);
    const json = { visaRequestId, paymentGatewayNo: owned.proof.razorpay_payment_id };
    const { status } = await callRest(server, "PUT", "/api/visaRequest", { token: stranger.token, json });
    expect(status).toBe(402);
    expect(await stranger.readRequest()).toMatchObject({
      visaRequestStatus: "PENDING",
      paymentStatus: "PENDING",
    });
  });

  test("cannot open the owner's files by replacing the user id in the URL", async () => {
    const [{ profileSrc }] = (await owner.readRequest()).visaApplicants;
    const forged = profileSrc.replace(`u=${owner.userId}`, `u=${stranger.userId}`);
    expect(forged).not.toBe(profileSrc);
    for (const headers of [new Headers(), new Headers({ authorization: `Bearer ${stranger.token}` })])
      expect((await fetch(server.url + forged, { headers })).status).toBe(404);
  });
});

describe("a visitor", () => {
  test("is asked to log in for any application, and gets null for `me`", async () => {
    for (const { visaRequestId } of [owned, absent()]) {
      const answer = await callGraphql(server, documents.visaRequest, { variables: { visaRequestId } });
      expect(topLevelErrorCodes(answer)).toEqual(["UNAUTHENTICATED"]);
      expect(answer.data).toEqual({ visaRequest: null });
    }
    expect((await callGraphql(server, documents.me)).data).toEqual({ me: null });
  });

  test.each(mutations)("gets UNAUTHENTICATED from $name for any id", async ({ query, input, withFiles }) => {
    const call = (ids: Owned) =>
      callGraphql(server, query, { variables: { input: input(ids) }, files: withFiles && files });
    const answer = await call(owned);
    expect(topLevelErrorCodes(answer)).toEqual(["UNAUTHENTICATED"]);
    expect(answer.data ?? null).toBeNull();
    expect(await call(absent())).toEqual(answer);
  });

  test.each(routes)("gets 401 from $name for any id", async (route) => {
    for (const ids of [owned, absent()])
      expect(await callRoute(route, ids)).toMatchObject({
        status: 401,
        body: { statusCode: 401, message: "Please log in" },
      });
  });

  test("gets UNAUTHENTICATED after logging out", async () => {
    const leaving = await signedInTraveller(server).withRequest();
    const { visaRequestId } = leaving.request;
    await leaving.call(documents.logout);
    const asked = await leaving.call(documents.visaRequest, { visaRequestId });
    expect(topLevelErrorCodes(asked)).toEqual(["UNAUTHENTICATED"]);
    const answer = await leaving.call(documents.cancelVisaRequest, { input: { visaRequestId } });
    expect(topLevelErrorCodes(answer)).toEqual(["UNAUTHENTICATED"]);
  });
});

test("after all attempts above, the owner's application, files and profile are unchanged", async () => {
  const { visaApplicants, ...request } = await owner.readRequest();
  expect(request).toMatchObject({
    version: 2,
    visaRequestStatus: "PENDING",
    paymentStatus: "PENDING",
    noOfApplicants: 1,
    timeline: [{ status: "PENDING" }],
  });
  expect(visaApplicants).toMatchObject([{ firstName: "Asha", visaApplicationDocuments: [{}] }]);
  // The owner's applicant has four files, the stranger's has three.
  expect(await server.listFiles()).toHaveLength(4 + 3);
  expect((await owner.call(documents.me)).data.me).toMatchObject({ userId: owner.userId, name: "" });
  const paid = await owner.do(documents.confirmPayment, {
    visaRequestId: owned.visaRequestId,
    ...toConfirmation(owned.proof),
  });
  expect(paid.visaRequestStatus).toBe("SUBMITTED");
});
