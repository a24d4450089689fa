import { beforeAll, describe, expect, test } from "@jest/globals";
import { consentVersion } from "../../modules/consent/consent.rules";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { TestPartner } from "../kit/personas/partner";
import { signInStaff } from "../kit/personas/staff";
import { makeDetails, newPhoneNumber, signIn, toStory, type Traveller } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { toForm } from "../kit/stories/applicants";
import { lookAt } from "../kit/stories/staffConsole";
import { callRest } from "../kit/wire/callApi";
import { errorCodes, getRestErrors, getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";

let server: RunningServer;
let program: Traveller;
let other: Traveller;
let visaId: string;
beforeAll(async () => {
  server = RunningServer.shared();
  program = await (await TestPartner.create(server)).programWith();
  other = await (await TestPartner.create(server)).programWith();
  const visaUrl = "vietnam-30-days-single-entry";
  ({ visaId } = (await program.call(documents.visaId, { visaUrl })).data.visa);
});

const contact = { mobile: "098765 43210", email: " asha@example.com " };
const create = (by: Traveller, input: Record<string, unknown>) =>
  by.call(documents.createVisaRequest, { input: { visaId, ...input } } as never);
const faultsOf = async (by: Traveller, input: Record<string, unknown>) =>
  errorCodes(getUserErrors(await create(by, input)));
const rowOf = async (visaRequestId: string) =>
  (await readTables(server, ["visa_request"])).visa_request.find(
    (row) => row.visaRequestId === visaRequestId,
  )!;

describe("the contact of a partner's application", () => {
  test("is required, and its mobile number and e-mail address must be valid", async () => {
    expect(await faultsOf(program, {})).toEqual(["contact: REQUIRED"]);
    expect(await faultsOf(program, { contact: { mobile: " " } })).toEqual(["contact.mobile: REQUIRED"]);
    const wrong = { mobile: "12345", email: "asha" };
    expect(await faultsOf(program, { contact: wrong })).toEqual([
      "contact.mobile: INVALID",
      "contact.email: INVALID",
    ]);
  });

  test("is stored with the application and does not open an account", async () => {
    const mobile = newPhoneNumber();
    const before = (await readTables(server, ["user_account"])).user_account.length;
    const { visaRequestId, leadSource } = await program.do(documents.createVisaRequest, {
      visaId,
      contact: { mobile, email: contact.email },
    });
    expect(leadSource).toBe("PARTNER");
    expect(await rowOf(visaRequestId)).toMatchObject({ mobile, email: "asha@example.com" });
    expect((await readTables(server, ["user_account"])).user_account).toHaveLength(before);
  });

  test("gives the same response whether or not its number has an account", async () => {
    const known = await signIn(server);
    const answer = async (mobile: string) => {
      const { data } = await create(program, { contact: { mobile } });
      const {
        visaRequestId: _id,
        visaReferenceNo: _no,
        mobile: _to,
        ...rest
      } = data.createVisaRequest.visaRequest;
      return JSON.stringify(rest).replace(/"at":"[^"]*"/g, "");
    };
    expect(await answer(known.phoneNumber)).toBe(await answer(newPhoneNumber()));
    expect((await known.call(documents.myVisaRequests)).data.myVisaRequests.totalCount).toBe(0);
  });

  test("is rejected if a traveller sends it, as is an external reference", async () => {
    const person = await signIn(server);
    expect(await faultsOf(person, { contact, externalReference: "A-1" })).toEqual([
      "contact: INVALID",
      "externalReference: INVALID",
    ]);
  });
});

describe("an external reference", () => {
  test("is unique per partner, and a conflict names the partner's existing application", async () => {
    const input = { contact, externalReference: "Order 7/2026 ✈" };
    const { visaRequestId } = await program.do(documents.createVisaRequest, { visaId, ...input });
    expect(await rowOf(visaRequestId)).toMatchObject({ externalReference: input.externalReference });
    const again = await create(program, input);
    expect(errorCodes(getUserErrors(again))).toEqual(["externalReference: CONFLICT"]);
    expect(getUserErrors(again)[0].message).toContain(visaRequestId);
    const theirs = await other.do(documents.createVisaRequest, { visaId, ...input });
    expect(theirs.visaRequestId).not.toBe(visaRequestId);
    expect(await faultsOf(program, { contact, externalReference: "order 7/2026 ✈" })).toEqual([]);
  });

  test("is accepted from only one of four concurrent calls", async () => {
    const input = { contact, externalReference: "twice" };
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(program, input)));
    const faults = answers.flatMap((answer) => errorCodes(getUserErrors(answer)));
    expect(faults).toEqual(Array(3).fill("externalReference: CONFLICT"));
  });

  test("is not a conflict if the call is repeated with its idempotency key", async () => {
    const input = { contact, externalReference: "repeated", idempotencyKey: "key-1", visaId };
    const { visaRequestId } = await program.do(documents.createVisaRequest, input);
    const repeated = await program.do(documents.createVisaRequest, input);
    expect(repeated.visaRequestId).toBe(visaRequestId);
    expect(await faultsOf(program, { ...input, contact: { mobile: newPhoneNumber() } })).toEqual([
      "idempotencyKey: IDEMPOTENCY_CONFLICT",
    ]);
  });

  test.each([
    ["", "INVALID"],
    ["   ", "INVALID"],
    ["a\nb", "INVALID"],
    ["a\u0007", "INVALID"],
    ["a\u202Eb", "INVALID"],
    ["x".repeat(65), "TOO_LONG"],
  ])("of %j is rejected as %s", async (externalReference, code) => {
    const { visa_request: before } = await readTables(server, ["visa_request"]);
    const [fault] = await faultsOf(program, { contact, externalReference });
    expect(fault).toMatch(new RegExp(`externalReference: ${code}$`));
    expect((await readTables(server, ["visa_request"])).visa_request).toHaveLength(before.length);
  });

  test("may have 64 characters", async () => {
    expect(await faultsOf(program, { contact, externalReference: "x".repeat(64) })).toEqual([]);
  });
});

test("REST accepts the contact and the external reference from a key", async () => {
  const form = (json: Record<string, unknown>) =>
    callRest(server, "POST", "/api/visaRequest/Create", { token: program.token, json: { visaId, ...json } });
  const wrong = await form({ mobile: "12", email: "zz" });
  expect([(await form({})).status, wrong.status]).toEqual([400, 400]);
  expect(errorCodes(getRestErrors(wrong))).toEqual(["mobile: INVALID", "email: INVALID"]);
  const made = await form({ mobile: contact.mobile, email: contact.email, externalReference: "REST-1" });
  expect(made.status).toBe(200);
  expect(await rowOf(made.body.data as string)).toMatchObject({
    mobile: "+919876543210",
    email: "asha@example.com",
    externalReference: "REST-1",
  });
  const shown = await callRest(server, "GET", `/api/visaRequest/${String(made.body.data)}`, {
    token: program.token,
  });
  expect(shown.body.data).toMatchObject({
    externalReference: "REST-1",
    mobile: "+919876543210",
    email: "asha@example.com",
  });
  const again = await form({ mobile: contact.mobile, externalReference: "REST-1" });
  expect([again.status, again.body]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining(String(made.body.data)) }),
  ]);
});

describe("partnerApplications", () => {
  const text = `query ($externalReference: String, $status: VisaRequestStatus, $changedSince: DateTime,
      $first: Int, $after: String) {
    partnerApplications(externalReference: $externalReference, status: $status, changedSince: $changedSince,
        first: $first, after: $after) {
      nodes { visaRequestId externalReference preparedBy }
      pageInfo { hasNextPage endCursor }
    }
  }`;
  interface List {
    partnerApplications: {
      nodes: { visaRequestId: string; externalReference: string | null; preparedBy: string }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  }
  const list = async (by: Traveller, variables: Record<string, unknown> = {}) =>
    (await by.call<List>(text, variables)).data.partnerApplications;
  const idsOf = ({ nodes }: List["partnerApplications"]) => nodes.map(({ visaRequestId }) => visaRequestId);

  let lister: Traveller;
  const made: string[] = [];
  beforeAll(async () => {
    lister = await (await TestPartner.create(server, "Sea Tours")).programWith();
    for (const number of [1, 2, 3, 4, 5]) {
      const input = { visaId, contact, externalReference: `T-${number}` };
      made.push((await lister.do(documents.createVisaRequest, input)).visaRequestId);
    }
  });

  test("lists applications by their last change, so that a changed one moves to the end", async () => {
    expect(idsOf(await list(lister))).toEqual(made);
    const first = await list(lister, { first: 2 });
    expect(idsOf(first)).toEqual(made.slice(0, 2));
    await lister.do(documents.cancelVisaRequest, { visaRequestId: made[2]! });
    const { endCursor: after } = first.pageInfo;
    const second = await list(lister, { first: 2, after });
    expect(idsOf(second)).toEqual([made[3], made[4]]);
    const last = await list(lister, { first: 2, after: second.pageInfo.endCursor });
    expect(idsOf(last)).toEqual([made[2]]);
    expect([first, second, last].map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, true, false]);
  });

  test("finds applications by reference, status and time of the last change", async () => {
    expect((await list(lister, { externalReference: "T-4" })).nodes).toEqual([
      { visaRequestId: made[3], externalReference: "T-4", preparedBy: "Sea Tours" },
    ]);
    expect(idsOf(await list(lister, { status: "CANCELLED" }))).toEqual([made[2]]);
    const { changedAt } = await rowOf(made[4]!);
    const inIndia = new Date(Date.parse(changedAt) + 5.5 * 3_600_000).toISOString().replace("Z", "+05:30");
    for (const changedSince of [changedAt, inIndia])
      expect(idsOf(await list(lister, { changedSince }))).toEqual([made[4], made[2]]);
  });

  test("rejects an invalid page size, a cursor of another list and an invalid time", async () => {
    const visas = await lister.call<{ visas: { pageInfo: { endCursor: string } } }>(
      "{ visas(first: 1) { pageInfo { endCursor } } }",
    );
    const mine = (await lister.call(documents.myVisaRequests, { first: 1 })).data.myVisaRequests;
    const after = (await list(lister, { first: 1 })).pageInfo.endCursor;
    expect(topLevelErrorCodes(await lister.call(documents.myVisaRequests, { after }))).toEqual([
      "BAD_USER_INPUT",
    ]);
    for (const variables of [
      { after: mine.pageInfo.endCursor },
      { after: visas.data.visas.pageInfo.endCursor },
      { changedSince: "2026-02-30T09:30:00Z" },
      { first: 101 },
      { first: 0 },
      { after: "x" },
      { changedSince: "2026-11-20T09:30:00" },
    ])
      expect(topLevelErrorCodes(await lister.call(text, variables))).toEqual(["BAD_USER_INPUT"]);
  });

  test("lists nothing of another partner, and nothing for a traveller", async () => {
    expect((await list(other, { externalReference: "T-1" })).nodes).toEqual([]);
    const person = await signIn(server);
    await person.do(documents.createVisaRequest, { visaId });
    expect((await list(person)).nodes).toEqual([]);
    const reader = await (await TestPartner.create(server)).programWith("APPLY");
    expect(topLevelErrorCodes(await reader.call(text))).toEqual(["SCOPE_MISSING"]);
  });
});

describe("an applicant that is added with a key", () => {
  const toApplicant = async (by: Traveller, input: Record<string, unknown>) => {
    const { visaRequestId } = by.request;
    const given = { visaRequestId, ...makeDetails(), ...input };
    return by.call(documents.createVisaApplicant, { input: given } as never, await makeSmallFiles());
  };

  test("requires consent, which staff and the partner see with the partner's name", async () => {
    const partner = await TestPartner.create(server, "Sea Tours");
    const program = await toStory(await partner.programWith()).withRequest();
    expect(errorCodes(getUserErrors(await toApplicant(program, {})))).toEqual(["consent: REQUIRED"]);
    expect((await program.readRequest()).visaApplicants).toEqual([]);
    const consent = { textVersion: consentVersion };
    expect(getUserErrors(await toApplicant(program, { consent }))).toEqual([]);
    const [{ visaApplicantId, consent: shown }] = (await program.readRequest()).visaApplicants;
    expect(shown).toMatchObject({ recordedBy: "Sea Tours", textVersion: consentVersion });
    const { consent: rows } = await readTables(server, ["consent"]);
    expect(rows.filter((row) => row.visaApplicantId === visaApplicantId)).toMatchObject([
      { givenByUserId: partner.partnerId },
    ]);
    await toStory(program).paid();
    const staff = await signInStaff(server);
    const { applicants } = await lookAt(staff, program.request.visaRequestId);
    expect(applicants[0].visaApplicant.consent).toMatchObject({ recordedBy: "Sea Tours" });
  });

  test("cannot be sent through REST, which has no field for consent", async () => {
    const program = await toStory(await (await TestPartner.create(server)).programWith()).withRequest();
    const form = toForm(
      { visaRequestId: program.request.visaRequestId, ...makeDetails() },
      await makeSmallFiles(),
    );
    const answer = await callRest(server, "POST", "/api/VisaApplicant/Create", {
      token: program.token,
      form,
    });
    expect([answer.status, errorCodes(getRestErrors(answer))]).toEqual([400, ["consent: REQUIRED"]]);
  });
});
