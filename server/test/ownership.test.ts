import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  absentId,
  addApplicant,
  listStoredFiles,
  makeSmallFiles,
  toForm,
  type PassportFiles,
} from "./kit/applicants";
import { callGraphql, callRest, type GraphqlAnswer, type Json, type TestFile } from "./kit/callApi";
import * as documents from "./kit/documents";
import { faultsOf, topLevelCodesOf, userErrorsOf } from "./kit/outcomes";
import { TestServer } from "./kit/testServer";
import {
  makeDetails,
  payInSandbox,
  signedInTraveller,
  toConfirmation,
  type Traveller,
} from "./kit/traveller";

/** The ids that a stranger has got hold of, or made up. */
interface Ids {
  visaRequestId: string;
  visaApplicantId: string;
  userId: string;
}

let server: TestServer;
let files: PassportFiles;
let owner: Traveller;
let stranger: Traveller;
let owned: Ids;
let proof: Json;
let paperId: string;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(), makeSmallFiles()]);
  owner = await signedInTraveller(server).withRequest();
  const { visaRequestId } = owner.request;
  const paper = { "input.documentFiles.0": files["input.passportBackFile"] };
  const applicant = await addApplicant(owner, { ...files, ...paper });
  paperId = applicant.visaApplicationDocuments[0].visaApplicationDocumentId;
  const { orderId } = await owner.do(documents.createPaymentOrder, { visaRequestId });
  // Paid at the gateway and not yet told to us: all that is missing is the call of confirmPayment.
  proof = await payInSandbox(server, orderId);
  owned = { visaRequestId, visaApplicantId: applicant.visaApplicantId, userId: owner.userId };
  stranger = await signedInTraveller(server).withRequest();
});
afterAll(() => server.dispose());

const absent = (): Ids => ({ visaRequestId: absentId(), visaApplicantId: absentId(), userId: absentId() });

const mutations: [name: string, query: string, input: (ids: Ids) => Json, withFiles?: "with files"][] = [
  ["cancelVisaRequest", documents.cancelVisaRequest, ({ visaRequestId }) => ({ visaRequestId })],
  ["createVisaApplicant", documents.createVisaApplicant, ({ visaRequestId }) => ({ visaRequestId })],
  [
    "createVisaApplicant with files",
    documents.createVisaApplicant,
    ({ visaRequestId }) => ({ visaRequestId, ...makeDetails({ passportNumber: "S1234567" }) }),
    "with files",
  ],
  [
    "updateVisaApplicant",
    documents.updateVisaApplicant,
    ({ visaApplicantId }) => ({ visaApplicantId, firstName: "Eve", removeDocumentIds: [paperId] }),
  ],
  [
    "updateVisaApplicant with files",
    documents.updateVisaApplicant,
    ({ visaApplicantId }) => ({ visaApplicantId }),
    "with files",
  ],
  ["removeVisaApplicant", documents.removeVisaApplicant, ({ visaApplicantId }) => ({ visaApplicantId })],
  ["createPaymentOrder", documents.createPaymentOrder, ({ visaRequestId }) => ({ visaRequestId })],
  [
    "confirmPayment",
    documents.confirmPayment,
    ({ visaRequestId }) => ({ visaRequestId, ...toConfirmation(proof) }),
  ],
];

type Fields = Record<string, string>;
const routes: [
  method: string,
  path: (ids: Ids) => string,
  body?: (ids: Ids) => Fields,
  withFiles?: "with files",
][] = [
  ["GET", ({ visaRequestId }) => `/api/visaRequest/${visaRequestId}`],
  ["GET", ({ userId }) => `/api/visaRequest/GetByUserId?id=${userId}`],
  [
    "PUT",
    () => "/api/visaRequest",
    ({ visaRequestId }) => ({ visaRequestId, paymentGatewayNo: proof.razorpay_payment_id }),
  ],
  ["GET", ({ visaRequestId }) => `/api/VisaApplicant/GetByVisaRequest?visaRequestId=${visaRequestId}`],
  ["GET", ({ visaRequestId }) => `/api/VisaApplicant/GetByVisaRequest?id=${visaRequestId}`],
  ["POST", () => "/api/VisaApplicant/Create", ({ visaRequestId }) => ({ visaRequestId })],
  [
    "POST",
    () => "/api/VisaApplicant/Create",
    ({ visaRequestId }) => ({ visaRequestId, ...(makeDetails({ passportNumber: "S1234567" }) as Fields) }),
    "with files",
  ],
  [
    "POST",
    ({ visaRequestId }) =>
      `/api/Payment/Process?Amount=${owner.request.totalPrice}&PayRequest=RAZORPAY&visaRequestId=${visaRequestId}`,
  ],
  ["GET", ({ userId }) => `/api/user/${userId}`],
  ["PUT", () => "/api/user", ({ userId }) => ({ userId, name: "Eve", phoneNumber: stranger.phoneNumber })],
];

const filesFor = (withFiles: "with files" | undefined): Record<string, TestFile> | undefined =>
  withFiles && files;

/** An answer without what is said of our own ids in it. */
const comparable = ({ status, data, errors }: GraphqlAnswer) => ({ status, data, errors });

describe("somebody else", () => {
  test("gets null for the request, as for one that does not exist", async () => {
    const ask = (variables: Fields) => stranger.call(documents.visaRequest, variables);
    const answer = await ask({ visaRequestId: owned.visaRequestId });
    expect(answer).toEqual({ status: 200, data: { visaRequest: null }, errors: undefined });
    for (const visaRequestId of [absentId(), "1", "", owned.visaRequestId.toUpperCase()])
      expect(await ask({ visaRequestId })).toEqual(answer);
  });

  test("does not see it among their own requests", async () => {
    const { nodes } = (await stranger.call(documents.myVisaRequests)).data.myVisaRequests;
    expect(nodes.map(({ visaRequestId }: Json) => visaRequestId)).toEqual([stranger.request.visaRequestId]);
  });

  test.each(mutations)(
    "gets NOT_FOUND from %s, as for one that does not exist",
    async (_name, query, input, with_) => {
      const call = (ids: Ids) => stranger.call(query, { input: input(ids) }, filesFor(with_));
      const answer = await call(owned);
      expect(topLevelCodesOf(answer)).toEqual(["NOT_FOUND"]);
      expect(answer.data).toBeNull();
      expect(comparable(answer)).toEqual(comparable(await call(absent())));
    },
  );

  test.each(routes)(
    "gets 404 from %s %s, as for one that does not exist",
    async (method, path, body, withFiles) => {
      const call = async (ids: Ids) => {
        const form = body && toForm(body(ids), filesFor(withFiles));
        const { status, body: answered } = await callRest(server, method, path(ids), {
          token: stranger.token,
          form,
        });
        return { status, body: answered };
      };
      const answer = await call(owned);
      expect(answer).toEqual({ status: 404, body: { statusCode: 404, message: "Not found" } });
      expect(await call(absent())).toEqual(answer);
    },
  );

  test("cannot take the owner's papers away through an applicant of their own", async () => {
    const { visaApplicantId } = await addApplicant(stranger, files);
    const input = { visaApplicantId, removeDocumentIds: [paperId] };
    const answer = await stranger.call(documents.updateVisaApplicant, { input });
    expect(faultsOf(userErrorsOf(answer))).toEqual(["removeDocumentIds.0: INVALID"]);
  });

  test("cannot pay their own request with the owner's payment", async () => {
    const { visaRequestId } = stranger.request;
    const input = { visaRequestId, ...toConfirmation(proof) };
    const answer = await stranger.call(documents.confirmPayment, { input });
    expect(faultsOf(userErrorsOf(answer))).toEqual(["razorpayOrderId: PAYMENT_SIGNATURE_INVALID"]);
    const json = { visaRequestId, paymentGatewayNo: proof.razorpay_payment_id };
    const { status } = await callRest(server, "PUT", "/api/visaRequest", { token: stranger.token, json });
    expect(status).toBe(402);
    expect(await stranger.readRequest()).toMatchObject({
      visaRequestStatus: "PENDING",
      paymentStatus: "PENDING",
    });
  });

  test("cannot open the owner's files under their own name, with or without their session", async () => {
    const [{ profileSrc }] = (await owner.readRequest()).visaApplicants;
    const forged = profileSrc.replace(`u=${owner.userId}`, `u=${stranger.userId}`);
    expect(forged).not.toBe(profileSrc);
    for (const headers of [{}, { authorization: `Bearer ${stranger.token}` }])
      expect((await fetch(server.url + forged, { headers })).status).toBe(404);
  });
});

describe("a visitor", () => {
  test("gets null for the request and for themselves", async () => {
    const { visaRequestId } = owned;
    const answer = await callGraphql(server, documents.visaRequest, { variables: { visaRequestId } });
    expect(answer).toEqual({ status: 200, data: { visaRequest: null }, errors: undefined });
    expect((await callGraphql(server, documents.me)).data).toEqual({ me: null });
  });

  test.each(mutations)(
    "gets UNAUTHENTICATED from %s, whatever the id",
    async (_name, query, input, withFiles) => {
      const call = (ids: Ids) =>
        callGraphql(server, query, { variables: { input: input(ids) }, files: filesFor(withFiles) });
      const answer = await call(owned);
      expect(topLevelCodesOf(answer)).toEqual(["UNAUTHENTICATED"]);
      expect(answer.data ?? null).toBeNull();
      expect(await call(absent())).toEqual(answer);
    },
  );

  test.each(routes)("gets 401 from %s %s, whatever the id", async (method, path, body, withFiles) => {
    for (const ids of [owned, absent()]) {
      const json = body && !withFiles ? body(ids) : undefined;
      const form = body && withFiles ? toForm(body(ids), files) : undefined;
      const answer = await callRest(server, method, path(ids), { json, form });
      expect(answer).toMatchObject({ status: 401, body: { statusCode: 401 } });
    }
  });

  test("is all that somebody is after logging out", async () => {
    const leaving = await signedInTraveller(server).withRequest();
    const { visaRequestId } = leaving.request;
    await leaving.call(documents.logout);
    expect((await leaving.call(documents.visaRequest, { visaRequestId })).data).toEqual({
      visaRequest: null,
    });
    const answer = await leaving.call(documents.cancelVisaRequest, { input: { visaRequestId } });
    expect(topLevelCodesOf(answer)).toEqual(["UNAUTHENTICATED"]);
  });
});

test("after all those tries the owner's request, files and profile are as they were", async () => {
  const { visaApplicants, ...request } = await owner.readRequest();
  expect(request).toMatchObject({
    version: 2,
    visaRequestStatus: "PENDING",
    paymentStatus: "PENDING",
    noOfApplicants: 1,
    timeline: [{ status: "PENDING" }],
  });
  expect(visaApplicants).toMatchObject([{ firstName: "Asha", visaApplicationDocuments: [{}] }]);
  // Four of the owner's, three of the stranger's own applicant.
  expect(await listStoredFiles(server)).toHaveLength(4 + 3);
  expect((await owner.call(documents.me)).data.me).toMatchObject({ userId: owner.userId, name: "" });
  const paid = await owner.do(documents.confirmPayment, {
    visaRequestId: owned.visaRequestId,
    ...toConfirmation(proof),
  });
  expect(paid.visaRequestStatus).toBe("SUBMITTED");
});
