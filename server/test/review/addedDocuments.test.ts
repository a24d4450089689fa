import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { readSms, waitUntilSent } from "../kit/data/messages";
import { readTables } from "../kit/data/readTables";
import { makeSmallFiles, pdf, png } from "../kit/personas/applicantFiles";
import { signInStaff } from "../kit/personas/staff";
import { signedInTraveller, toStory, type Traveller, type VisaApplicant } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { absentId, addApplicant } from "../kit/stories/applicants";
import {
  makeApproval,
  approve,
  askFor,
  attempt,
  beginReview,
  must,
  readAsOwner,
  readReviewed,
  sendCorrection,
  staffRejectApplicant,
} from "../kit/stories/review";
import { makePdf, makeScriptedPdf } from "../kit/files/makePdf";

/** Documents that the visa requires, added after the payment or left out with a reason. */

const days = "Intended first and last day in Vietnam, since the e-visa is issued for fixed dates";
const checkpoints = "Entry and exit checkpoint, for example Noi Bai, Tan Son Nhat or Da Nang airport";
const flights = { "input.documentFiles.0": pdf(makePdf({ text: "flights" }), "flights.pdf") };

let server: RunningServer;
let staff: Traveller;
let traveller: Traveller;
let applicant: VisaApplicant;
beforeAll(async () => {
  server = RunningServer.shared();
  staff = await signInStaff(server);
});
beforeEach(async () => {
  traveller = await signedInTraveller(server).withRequest();
  applicant = await addApplicant(traveller, await makeSmallFiles(), {
    laterDocuments: [{ documentName: checkpoints, reason: "AWAITED" }],
  });
  await toStory(traveller).paid();
});

const add = (changes: Record<string, unknown> = {}, files = flights, who = traveller) =>
  attempt(
    who,
    documents.addVisaApplicantDocument,
    { visaApplicantId: applicant.visaApplicantId, documentName: checkpoints, ...changes },
    files,
  );
const say = (changes: Record<string, unknown> = {}, who = traveller) =>
  attempt(who, documents.setVisaApplicantDocumentReason, {
    visaApplicantId: applicant.visaApplicantId,
    documentName: checkpoints,
    reason: "NOT_NEEDED",
    ...changes,
  });
const read = async () => (await traveller.readRequest()).visaApplicants[0];
/** Expects these error codes and unchanged data. */
async function expectRefused(call: () => Promise<unknown>, codes: string[]): Promise<void> {
  const before = await readReviewed(server);
  expect(await call()).toEqual(codes);
  expect(await readReviewed(server)).toEqual(before);
}

test("adds a document once if the call is repeated with its idempotency key, and records who added it", async () => {
  const pages = {
    ...flights,
    "input.documentFiles.1": png((await makeSmallFiles())["input.passportBackFile"].bytes, "page2.png"),
  };
  const sent = () => add({ idempotencyKey: "the same" }, pages);
  const answers = await Promise.all([sent(), sent(), sent()]);
  answers.push(await sent());
  for (const answer of answers)
    expect(answer).toMatchObject({
      visaApplicationDocuments: [
        { imageName: "flights.pdf", documentName: checkpoints },
        { imageName: "page2.png", documentName: checkpoints },
      ],
    });
  const after = await read();
  expect(after.visaApplicationDocuments).toHaveLength(2);
  expect(after.requiredDocuments.map(({ state }) => state)).toEqual([...["NOT_SAID", "SENT", "NOT_SAID"]]);
  expect(await add({ idempotencyKey: "the same", documentName: days }, pages)).toEqual([
    "idempotencyKey: IDEMPOTENCY_CONFLICT",
  ]);
  const { audit_event } = await readTables(server, ["audit_event"]);
  const told = audit_event.filter(
    ({ action, subjectId }) => action === "APPLICANT_CHANGED" && subjectId === applicant.visaApplicantId,
  );
  expect(told).toMatchObject([{ actorKind: "USER", actorId: traveller.userId }]);
  expect(JSON.parse(told[0]!.details)).toEqual({ fields: ["DOCUMENT"] });
});

test("stores both documents of two concurrent additions", async () => {
  const answers = await Promise.all([add(), add({ documentName: days })]);
  expect(answers.filter(Array.isArray)).toEqual([]);
  const { requiredDocuments } = await read();
  expect(requiredDocuments.filter(({ state }) => state === "SENT")).toHaveLength(2);
});

test("accepts only documents that the visa requires, with files that pass the checks", async () => {
  await expectRefused(() => add({ documentName: "Yacht papers" }), ["documentName: INVALID"]);
  await expectRefused(() => add({ documentFiles: [] }, {} as typeof flights), ["documentFiles: REQUIRED"]);
  await expectRefused(
    () => add({}, { "input.documentFiles.0": pdf(makeScriptedPdf(), "scripted.pdf") }),
    ["documentFiles.0: FILE_UNSAFE"],
  );
});

test("stores the answer to a question as one line, after the payment or when staff ask for it", async () => {
  const { visaApplicantId } = applicant;
  const answer = (text: string, changes = {}) =>
    attempt(traveller, documents.addVisaApplicantDocument, {
      ...{ visaApplicantId, documentName: checkpoints, answer: text, ...changes },
    });
  await expectRefused(() => answer(" "), ["answer: REQUIRED"]);
  await expectRefused(() => answer("x".repeat(301)), ["answer: TOO_LONG"]);
  await expectRefused(() => answer("\u202Eetag"), ["answer: INVALID"]);
  await expectRefused(() => answer("yes", { documentName: "Yacht papers" }), ["documentName: INVALID"]);
  const { visaRequestId } = traveller.request;
  const states = async () => {
    const { data } = await traveller.call(documents.applicationRequirements, { visaRequestId });
    return data.visaRequest.visaApplicants[0].requiredDocuments.map(({ state, reason, answer: said }) =>
      [state, reason, said].filter(Boolean).join(" / "),
    );
  };
  expect(await states()).toEqual(["NOT_SAID", "LATER / AWAITED", "NOT_SAID"]);
  await must("answering", answer(" Noi Bai,\n both ways "));
  expect(await states()).toEqual(["NOT_SAID", "SENT / Noi Bai, both ways", "NOT_SAID"]);
  const { visa_applicant, audit_event } = await readTables(server, ["visa_applicant", "audit_event"]);
  expect(JSON.stringify(visa_applicant)).not.toContain("Noi Bai");
  const told = audit_event.filter(
    ({ action, subjectId }) => action === "APPLICANT_CHANGED" && subjectId === visaApplicantId,
  );
  expect(told.map(({ details }) => details)).toEqual([JSON.stringify({ fields: ["answers"] })]);

  await beginReview({ staff, visaRequestId });
  const missing = { isMissingPaper: true, reason: "OTHER" };
  await must(
    "asking",
    askFor(
      staff,
      applicant,
      [days, checkpoints].map((documentName) => ({ ...missing, documentName })),
    ),
  );
  await waitUntilSent(traveller);
  const texts = (await readSms(traveller)).map(({ text }) => text);
  expect(texts).toContainEqual(expect.stringContaining("Please send or correct the 2 listed items for"));
  const [{ corrections }] = (await readAsOwner({ traveller, visaRequestId })).visaApplicants;
  const [first, second] = corrections.map(({ correctionId }) => correctionId);
  const send = (...texts: string[]) =>
    attempt(traveller, sendCorrection, {
      visaApplicantId,
      fields: texts.map((value, index) => ({ value, correctionId: [first, second][index] })),
    });
  await expectRefused(() => send("1 to 9 May", " "), ["fields.1.value: REQUIRED"]);
  await expectRefused(() => send("1 to 9 May"), [`${second}: REQUIRED`]);
  await must("sending", send("1 to 9 May", "Da Nang"));
  expect(await states()).toEqual(["SENT / 1 to 9 May", "SENT / Da Nang", "NOT_SAID"]);
});

test("returns the same error to another user as for an unknown applicant", async () => {
  const stranger = await signedInTraveller(server);
  await expectRefused(() => add({}, flights, stranger), ["NOT_FOUND"]);
  await expectRefused(() => add({ visaApplicantId: absentId() }), ["NOT_FOUND"]);
});

test("refuses a document before the payment", async () => {
  const early = await signedInTraveller(server).withRequest().withApplicant();
  const { visaApplicantId } = early.request.visaApplicants[0];
  await expectRefused(() => add({ visaApplicantId }, flights, early), ["null: INVALID_STATE"]);
});

test("accepts a document during the review, unless staff have requested it as a correction", async () => {
  const scene = { staff, visaRequestId: traveller.request.visaRequestId };
  await beginReview(scene);
  await must("adding in review", add());
  await must(
    "asking",
    askFor(staff, applicant, [{ isMissingPaper: true, documentName: days, reason: "OTHER" }]),
  );
  await expectRefused(() => add({ documentName: days }), ["null: INVALID_STATE"]);
});

test.each(["approved", "rejected"])("refuses a document once the applicant is %s", async (decision) => {
  const scene = { staff, visaRequestId: traveller.request.visaRequestId };
  await beginReview(scene);
  const { visaApplicantId } = applicant;
  await must(
    "the decision",
    decision === "approved"
      ? approve(staff, makeApproval(applicant))
      : attempt(staff, staffRejectApplicant, { visaApplicantId, reason: "NOT_ELIGIBLE" }),
  );
  await expectRefused(() => add(), ["null: INVALID_STATE"]);
});

test("refuses a document once the application is withdrawn", async () => {
  const { visaRequestId, totalPrice } = traveller.request;
  await must(
    "withdrawing",
    attempt(traveller, documents.withdrawVisaRequest, { visaRequestId, expectedAmount: totalPrice }),
  );
  await expectRefused(() => add(), ["null: INVALID_STATE"]);
});

describe("the reason for a missing document", () => {
  const stateOf = async (name: string) =>
    (await read()).requiredDocuments.find(({ documentName }) => documentName === name);

  test("is stored and recorded once if the call is repeated, and can be changed", async () => {
    const answers = [await say({ note: "I fly\n in" }), await say({ note: " I fly in " })];
    const state = { documentName: checkpoints, state: "LATER", reason: "NOT_NEEDED", note: "I fly in" };
    for (const answer of answers)
      expect(answer).toMatchObject({ requiredDocuments: expect.arrayContaining([state]) });
    expect(await stateOf(checkpoints)).toEqual(state);
    const { audit_event } = await readTables(server, ["audit_event"]);
    const logged = audit_event.filter(
      ({ action, subjectId }) => action === "APPLICANT_CHANGED" && subjectId === applicant.visaApplicantId,
    );
    expect(logged).toMatchObject([{ actorKind: "USER", actorId: traveller.userId }]);
    expect(JSON.parse(logged[0]!.details)).toEqual({ fields: ["laterDocuments"] });

    await must("taking it back", say({ reason: "NOT_READY" }));
    expect(await stateOf(checkpoints)).toMatchObject({ reason: "NOT_READY", note: null });
    await must("another document", say({ documentName: days }));
    expect(await stateOf(days)).toMatchObject({ state: "LATER", reason: "NOT_NEEDED" });
  });

  test("is removed when the document is sent", async () => {
    await must("the reason", say());
    await must("the document", add());
    expect(await stateOf(checkpoints)).toMatchObject({ state: "SENT", reason: null });
    await expectRefused(() => say(), ["documentName: INVALID"]);
  });

  test("is accepted only for a document that the visa requires, with a short note", async () => {
    await expectRefused(
      () => say({ documentName: "Yacht papers", reason: "OTHER" }),
      ["documentName: INVALID", "note: REQUIRED"],
    );
    await expectRefused(() => say({ note: "x".repeat(201) }), ["note: TOO_LONG"]);
  });

  test("from another user causes the same error as for an unknown applicant", async () => {
    const stranger = await signedInTraveller(server);
    await expectRefused(() => say({}, stranger), ["NOT_FOUND"]);
    await expectRefused(() => say({ visaApplicantId: absentId() }), ["NOT_FOUND"]);
  });

  test("is refused before the payment, and while a correction for the document is open", async () => {
    const early = await signedInTraveller(server).withRequest().withApplicant();
    const { visaApplicantId } = early.request.visaApplicants[0];
    await expectRefused(() => say({ visaApplicantId }, early), ["null: INVALID_STATE"]);

    await beginReview({ staff, visaRequestId: traveller.request.visaRequestId });
    await must("in review", say());
    const correction = { isMissingPaper: true, documentName: days, reason: "OTHER" };
    await must("asking", askFor(staff, applicant, [correction]));
    await expectRefused(() => say({ documentName: days }), ["null: INVALID_STATE"]);
  });

  test("is refused after the decision on the applicant", async () => {
    await beginReview({ staff, visaRequestId: traveller.request.visaRequestId });
    const { visaApplicantId } = applicant;
    await must(
      "the decision",
      attempt(staff, staffRejectApplicant, { visaApplicantId, reason: "NOT_ELIGIBLE" }),
    );
    await expectRefused(() => say(), ["null: INVALID_STATE"]);
  });
});
