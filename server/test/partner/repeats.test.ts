import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { scopeFor, type Action } from "../../core/access.rules";
import { makePng } from "../kit/files/makeImage";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles, png, type PassportFiles } from "../kit/personas/applicantFiles";
import { readEvents, TestPartner } from "../kit/personas/partner";
import { signInStaff } from "../kit/personas/staff";
import {
  consentOf,
  makeDetails,
  newPhoneNumber,
  payInSandbox,
  toConfirmation,
  toStory,
  type Traveller,
} from "../kit/personas/traveller";
import { daysAhead, yearsAgo } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import { withoutWebhooks } from "../kit/stories/paying";
import { WebhookReceiver } from "../kit/standIns/webhookReceiver";
import { askFor, beginReview, sendCorrection } from "../kit/stories/review";
import { waitFor } from "../kit/waitFor";
import type { TestFile } from "../kit/wire/callApi";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import type { Mutation } from "../kit/wire/read";
import { listFields, readSchema } from "../kit/wire/schemaWalk";

/**
 * Repeats every mutation for keys, as a program does after losing a response. Each mutation has a case here in which it
 * succeeds.
 */
const names = listFields(readSchema("open").getMutationType())
  .map(({ name }) => name)
  .filter((name) => scopeFor(name as Action));

let server: TestServer;
let partner: TestPartner;
let secret: string;
let files: PassportFiles;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(withoutWebhooks), makeSmallFiles()]);
  receiver = await WebhookReceiver.start();
  partner = await TestPartner.create(server);
  ({ secret } = await partner.createKey());
});
afterAll(async () => {
  await server.dispose();
  await receiver.close();
});

interface Call {
  mutation: Mutation;
  input: Record<string, unknown>;
  files?: Record<string, TestFile>;
  /** The error of a repeated call; undefined if it returns the same response. */
  refusal?: string;
  /** True if a repeated call is meant to send events again, which changes deliveries and attempts. */
  sendsAgain?: boolean;
}

const idempotencyKey = "the only one";
const request = ({ request: { visaRequestId } }: Traveller) => ({ visaRequestId });
const applicant = ({ request: { visaApplicants } }: Traveller) => ({
  visaApplicantId: visaApplicants[0].visaApplicantId,
});

/** The cases, keyed by mutation. Each is called with a program that has a new application. */
const cases: Record<string, (program: Traveller) => Promise<Call> | Call> = {
  createVisaRequest: ({ request: { visaId } }) => ({
    mutation: documents.createVisaRequest,
    input: { visaId, contact: { mobile: newPhoneNumber() }, externalReference: "A-1", idempotencyKey },
  }),
  changeTravelDate: (program) => ({
    mutation: documents.changeTravelDate,
    input: { ...request(program), travelDate: daysAhead(90) },
  }),
  cancelVisaRequest: (program) => ({
    mutation: documents.cancelVisaRequest,
    input: request(program),
    refusal: "null: INVALID_STATE",
  }),
  withdrawVisaRequest: async (program) => {
    const { totalPrice, visaRequestId } = (await toStory(program).withApplicant().paid()).request;
    const { data } = await program.call<{ visaRequest: { refundOffer: { amount: number } } }>(
      "query ($id: ID!) { visaRequest(visaRequestId: $id) { refundOffer { amount } } }",
      { id: visaRequestId },
    );
    expect(data.visaRequest.refundOffer.amount).toBeLessThanOrEqual(totalPrice);
    return {
      mutation: documents.withdrawVisaRequest,
      input: { visaRequestId, expectedAmount: data.visaRequest.refundOffer.amount },
      refusal: "null: INVALID_STATE",
    };
  },
  createVisaApplicant: (program) => ({
    mutation: documents.createVisaApplicant,
    input: { ...request(program), ...makeDetails(), consent: consentOf(program), idempotencyKey },
    files,
  }),
  updateVisaApplicant: async (program) => {
    await toStory(program).withApplicant();
    const [{ documentName }] = program.request.visaApplicants[0].requiredDocuments;
    const consent = { ...consentOf(program), guardianName: "Meera Rao" };
    const details = { firstName: "Usha", comments: "Second trip", dateOfBirth: yearsAgo(10) };
    const photo = await makePng({ width: 400, height: 500 });
    return {
      mutation: documents.updateVisaApplicant,
      input: { ...applicant(program), ...details, consent, documentNames: [documentName] },
      files: {
        "input.profileFile": png(photo, "new.png"),
        "input.passportFrontFile": files["input.passportBackFile"],
        "input.documentFiles.0": png(photo, "ticket.png"),
        "input.documentFiles.1": png(photo, "hotel.png"),
      },
    };
  },
  removeVisaApplicant: async (program) => {
    await toStory(program).withApplicant();
    return { mutation: documents.removeVisaApplicant, input: applicant(program), refusal: "NOT_FOUND" };
  },
  addVisaApplicantDocument: async (program) => {
    await toStory(program).withApplicant().paid();
    const [{ documentName }] = program.request.visaApplicants[0].requiredDocuments;
    return {
      mutation: documents.addVisaApplicantDocument,
      input: { ...applicant(program), documentName, documentFiles: [null], idempotencyKey },
      files: { "input.documentFiles.0": files["input.passportBackFile"] },
    };
  },
  setVisaApplicantDocumentReason: async (program) => {
    await toStory(program).withApplicant().paid();
    const [{ documentName }] = program.request.visaApplicants[0].requiredDocuments;
    return {
      mutation: documents.setVisaApplicantDocumentReason,
      input: { ...applicant(program), documentName, reason: "NOT_NEEDED" },
    };
  },
  sendCorrection: async (program) => {
    await toStory(program).withApplicant().paid();
    const staff = await signInStaff(server);
    await beginReview({ staff, ...request(program) });
    await askFor(staff, program.request.visaApplicants[0], [{ field: "LAST_NAME" }]);
    const { data } = await program.call<{
      visaRequest: { visaApplicants: [{ corrections: [{ correctionId: string }] }] };
    }>(
      "query ($id: ID!) { visaRequest(visaRequestId: $id) { visaApplicants { corrections { correctionId } } } }",
      { id: program.request.visaRequestId },
    );
    const [{ correctionId }] = data.visaRequest.visaApplicants[0].corrections;
    return {
      mutation: sendCorrection,
      input: { ...applicant(program), fields: [{ correctionId, value: "Rau" }], idempotencyKey },
    };
  },
  createHandover: (program) => ({
    mutation: documents.createHandover,
    input: { ...request(program), idempotencyKey },
  }),
  createPaymentOrder: async (program) => {
    await toStory(program).withApplicant();
    return { mutation: documents.createPaymentOrder, input: request(program) };
  },
  confirmPayment: async (program) => {
    const { order } = await toStory(program).withApplicant().withOrder();
    const proof = await payInSandbox(server, order.orderId);
    return { mutation: documents.confirmPayment, input: { ...request(program), ...toConfirmation(proof) } };
  },
  createWebhookEndpoint: () => ({
    mutation: documents.createWebhookEndpoint,
    input: { url: `${receiver.url}/new`, types: ["APPLICATION_PAID"] },
    refusal: "url: CONFLICT",
  }),
  updateWebhookEndpoint: async () => ({
    mutation: documents.updateWebhookEndpoint,
    input: { ...(await makeEndpoint()), url: `${receiver.url}/moved`, types: ["APPLICATION_DECIDED"] },
  }),
  rotateWebhookSecret: async () => ({
    mutation: documents.rotateWebhookSecret,
    input: await makeEndpoint(),
    refusal: "null: INVALID_STATE",
  }),
  endWebhookEndpoint: async () => ({
    mutation: documents.endWebhookEndpoint,
    input: await makeEndpoint(),
    refusal: "null: INVALID_STATE",
  }),
  partnerReplay: async (program) => {
    await program.do(documents.cancelVisaRequest, request(program));
    const isFirst = ({ visaRequestId }: { visaRequestId: string }) =>
      visaRequestId === program.request.visaRequestId;
    const find = async () => (await readEvents(program, { first: 100 })).find(isFirst);
    await waitFor("the event has a number", async () => (await find()) !== undefined);
    const { eventId } = (await find())!;
    return {
      mutation: documents.partnerReplay,
      input: { ...(await makeEndpoint()), eventId },
      sendsAgain: true,
    };
  },
  partnerPing: async () => ({
    mutation: documents.partnerPing,
    input: await makeEndpoint(),
    sendsAgain: true,
  }),
};

/** Creates an endpoint and ends the earlier ones, because a partner can have only 5. */
async function makeEndpoint(): Promise<{ endpointId: string }> {
  const { data } = await partner.owner.call(documents.webhookEndpoints, { partnerId: partner.partnerId });
  for (const { endpointId, state } of data.webhookEndpoints)
    if (state !== "ENDED") await partner.owner.do(documents.endWebhookEndpoint, { endpointId });
  const { endpointId } = await partner.addEndpoint(receiver.url, ["APPLICANT_REJECTED"]);
  return { endpointId };
}

describe("a key's repeated call", () => {
  test.each(names)("of %s returns the same response or a known error, and changes nothing", async (name) => {
    const program = await toStory(partner.program(secret)).withRequest();
    const { mutation, input, files: sent, refusal, sendsAgain } = await cases[name]!(program);
    const call = () => program.call(mutation, { input } as never, sent);
    const first = await call();
    expect([topLevelErrorCodes(first), codesOf(first.data)]).toEqual([[], []]);
    const before = await readLasting(sendsAgain);
    const second = await call();
    const refused = [...topLevelErrorCodes(second), ...codesOf(second.data)];
    expect(refused).toEqual(refusal ? [refusal] : []);
    if (!refusal) expect(withoutLinks(second.data)).toEqual(withoutLinks(first.data));
    expect(await readLasting(sendsAgain)).toEqual(before);
  });
});

test("every mutation for keys has a case here", () => {
  expect(names.filter((name) => !(name in cases))).toEqual([]);
});

function codesOf(data: object | null): string[] {
  const [payload] = Object.values(data ?? {}) as ({ userErrors: { field: string; code: string }[] } | null)[];
  return (payload?.userErrors ?? []).map(({ field, code }) => `${field}: ${code}`);
}

/** Replaces links, because each response signs them again. */
const withoutLinks = (data: object | null) =>
  JSON.parse(JSON.stringify(data).replace(/"\/[^"]*\?[^"]*"/g, '"link"')) as unknown;

/** Returns all rows, without the tables and columns that jobs and counters change. */
async function readLasting(sendsAgain = false) {
  const { partner_event, partner_key, ...tables } = await readTables(server);
  const changing = sendsAgain
    ? /limit|sqlite|setting|usage|queue_count|_delivery|_attempt/
    : /limit|sqlite|setting|usage|queue_count/;
  const kept = Object.entries(tables).filter(([name]) => !changing.test(name));
  return {
    ...Object.fromEntries(kept),
    partner_event: partner_event.map(({ number: _number, ...event }) => event),
    partner_key: partner_key.map(({ lastUsedAt: _used, ...key }) => key),
  };
}
