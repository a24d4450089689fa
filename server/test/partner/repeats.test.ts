import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { scopeFor, type Action } from "../../core/access.rules";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { TestPartner } from "../kit/personas/partner";
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
import { daysAhead } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import { withoutWebhooks } from "../kit/stories/paying";
import { askFor, beginReview, sendCorrection } from "../kit/stories/review";
import type { TestFile } from "../kit/wire/callApi";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import type { Mutation } from "../kit/wire/read";
import { listFields, readSchema } from "../kit/wire/schemaWalk";

/**
 * A program repeats a call whose response it has lost. Generated from the schema: each mutation of applications
 * for keys has a case here, in which it succeeds.
 */
const names = listFields(readSchema("open").getMutationType())
  .map(({ name }) => name)
  .filter((name) => ["apply", "pay"].includes(scopeFor(name as Action) ?? ""));

let server: TestServer;
let partner: TestPartner;
let secret: string;
let files: PassportFiles;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(withoutWebhooks), makeSmallFiles()]);
  partner = await TestPartner.create(server);
  ({ secret } = await partner.createKey());
});
afterAll(() => server.dispose());

interface Call {
  mutation: Mutation;
  input: Record<string, unknown>;
  files?: Record<string, TestFile>;
  /** What a repeat is refused with; it returns the same if there is none. */
  refusal?: string;
}

const idempotencyKey = "the only one";
const request = ({ request: { visaRequestId } }: Traveller) => ({ visaRequestId });
const applicant = ({ request: { visaApplicants } }: Traveller) => ({
  visaApplicantId: visaApplicants[0].visaApplicantId,
});

/** By mutation; each gets a program of its own, with a new application. */
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
    return {
      mutation: documents.updateVisaApplicant,
      input: { ...applicant(program), firstName: "Usha", comments: "Second trip" },
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
};

describe("a repeated call of a key", () => {
  test.each(names)("of %s gives the same response or a named refusal, and changes nothing", async (name) => {
    const program = await toStory(partner.program(secret)).withRequest();
    const { mutation, input, files: sent, refusal } = await cases[name]!(program);
    const call = () => program.call(mutation, { input } as never, sent);
    const first = await call();
    expect([topLevelErrorCodes(first), codesOf(first.data)]).toEqual([[], []]);
    const before = await readLasting();
    const second = await call();
    const refused = [...topLevelErrorCodes(second), ...codesOf(second.data)];
    expect(refused).toEqual(refusal ? [refusal] : []);
    if (!refusal) expect(withoutLinks(second.data)).toEqual(withoutLinks(first.data));
    expect(await readLasting()).toEqual(before);
  });
});

test("every mutation for keys is repeated here", () => {
  expect(names.filter((name) => !(name in cases))).toEqual([]);
});

function codesOf(data: object | null): string[] {
  const [payload] = Object.values(data ?? {}) as ({ userErrors: { field: string; code: string }[] } | null)[];
  return (payload?.userErrors ?? []).map(({ field, code }) => `${field}: ${code}`);
}

/** Links are signed again for each response. */
const withoutLinks = (data: object | null) =>
  JSON.parse(JSON.stringify(data).replace(/"\/[^"]*\?[^"]*"/g, '"link"')) as unknown;

/** All rows, except what jobs and counters change: limits, usage, events' numbers, and a key's last use. */
async function readLasting() {
  const { partner_event, partner_key, ...tables } = await readTables(server);
  const kept = Object.entries(tables).filter(([name]) => !/limit|sqlite|setting|usage/.test(name));
  return {
    ...Object.fromEntries(kept),
    partner_event: partner_event.map(({ number: _number, ...event }) => event),
    partner_key: partner_key.map(({ lastUsedAt: _used, ...key }) => key),
  };
}
