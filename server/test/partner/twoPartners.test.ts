import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { scopeFor, type Action } from "../../core/access.rules";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { readEvents, TestPartner } from "../kit/personas/partner";
import {
  makeDetails,
  newPhoneNumber,
  payInSandbox,
  signedInTraveller,
  toStory,
  type Traveller,
} from "../kit/personas/traveller";
import { recordStatements, tracing } from "../kit/data/recordStatements";
import { TestServer } from "../kit/server/testServer";
import { absentId, addApplicant, toForm } from "../kit/stories/applicants";
import { withoutWebhooks } from "../kit/stories/paying";
import { waitFor } from "../kit/waitFor";
import { callRest } from "../kit/wire/callApi";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { mutations, routes, type Owned } from "../kit/wire/ownedCalls";

/**
 * Checks that partners and travellers cannot see each other's data, even with the same passport in all applications. A
 * rejection executes the same statements whether or not a row exists, so that the response time does not reveal it.
 */

let server: TestServer;
let files: PassportFiles;
const passportNumber = "M7654321";
const owned = new Map<string, Owned>();
let stranger: Traveller;
beforeAll(async () => {
  [server, files] = await Promise.all([
    TestServer.start({ ...withoutWebhooks, ...tracing }),
    makeSmallFiles(),
  ]);
  const partner = await TestPartner.create(server, "Sea Tours");
  const { partnerKeyId, secret } = await partner
    .createKey()
    .then(({ key, ...made }) => ({ ...key, ...made }));
  const { endpointId } = await partner.addEndpoint("http://127.0.0.1:9999/");
  const ids = { partnerId: partner.partnerId, partnerKeyId, endpointId };
  owned.set("another partner", { ...ids, ...(await own(partner.program(secret))) });
  owned.set("a person", { ...ids, ...(await own(await signedInTraveller(server))) });
  stranger = await (await TestPartner.create(server)).programWith();
  await toStory(stranger).withRequest();
  await addApplicant(stranger, files, { passportNumber });
});
afterAll(() => server.dispose());

async function own(traveller: Traveller): Promise<Omit<Owned, "partnerId" | "partnerKeyId" | "endpointId">> {
  await toStory(traveller).withRequest();
  const { visaRequestId } = traveller.request;
  const paper = { "input.documentFiles.0": files["input.passportBackFile"] };
  const { visaApplicantId, visaApplicationDocuments } = await addApplicant(
    traveller,
    { ...files, ...paper },
    { passportNumber },
  );
  const { orderId } = await traveller.do(documents.createPaymentOrder, { visaRequestId });
  const proof = await payInSandbox(server, orderId);
  const paperId = visaApplicationDocuments[0].visaApplicationDocumentId;
  return { visaRequestId, visaApplicantId, userId: traveller.userId, sessionId: absentId(), paperId, proof };
}

const absentIds = (ids: Owned): Owned => ({
  ...ids,
  visaRequestId: absentId(),
  visaApplicantId: absentId(),
  userId: absentId(),
  partnerId: absentId(),
  partnerKeyId: absentId(),
  endpointId: absentId(),
});

describe.each(["another partner", "a person"])("a key that sends ids of %s", (whose) => {
  test.each(mutations)(
    "gets the same response from $name as for unknown ids",
    async ({ name, query, input, withFiles }) => {
      const ids = owned.get(whose)!;
      const call = (of: Owned) =>
        recordStatements(server, () => stranger.call(query, { input: input(of) }, withFiles && files));
      const refusal = await call(ids);
      const { answer } = refusal;
      const isForKeys = scopeFor(name.split(" ")[0] as Action);
      expect(topLevelErrorCodes(answer)).toEqual([isForKeys ? "NOT_FOUND" : "NOT_FOR_KEYS"]);
      expect(answer.data ?? null).toBeNull();
      expect(await call(absentIds(ids))).toEqual(refusal);
    },
  );

  test.each(routes)(
    "gets the same response from $name as for unknown ids",
    async ({ name, path, fields, withFiles }) => {
      const ids = owned.get(whose)!;
      const call = (of: Owned) =>
        recordStatements(server, async () => {
          const form = fields && toForm(fields(of), withFiles && files);
          const method = name.split(" ")[0]!;
          const { status, body } = await callRest(server, method, path(of), { token: stranger.token, form });
          return { status, body };
        });
      const refusal = await call(ids);
      expect(refusal.answer.status).toBe(name.endsWith(" user") ? 403 : 404);
      expect(await call(absentIds(ids))).toEqual(refusal);
    },
  );

  test("does not find the other application in its lists and counts", async () => {
    const { visaRequestId } = owned.get(whose)!;
    expect((await stranger.call(documents.visaRequest, { visaRequestId })).data.visaRequest).toBeNull();
    const { nodes, totalCount } = (await stranger.call(documents.myVisaRequests)).data.myVisaRequests;
    expect(nodes.map((node) => node.visaRequestId)).toEqual([stranger.request.visaRequestId]);
    expect(totalCount).toBe(1);
  });
});

test("two partners and a traveller with the same mobile number and passport learn nothing about each other", async () => {
  const person = await toStory(await signedInTraveller(server)).withRequest();
  await addApplicant(person, files, { passportNumber });
  const { visaId } = person.request;
  const apply = async (mobile: string, passport: string) => {
    const program = await (await TestPartner.create(server)).programWith();
    const input = { visaId, contact: { mobile }, externalReference: "SAME-1" };
    program.request = await program.do(documents.createVisaRequest, input);
    const applicant = await addApplicant(program, files, { passportNumber: passport });
    const { visaRequestId } = program.request;
    const request = await program.readRequest();
    await program.do(documents.cancelVisaRequest, { visaRequestId });
    await waitFor("its event is listed", async () => (await readEvents(program)).length > 0);
    const { totalCount } = (await program.call(documents.myVisaRequests)).data.myVisaRequests;
    const seen = JSON.stringify({ applicant, request, totalCount, events: await readEvents(program) });
    return withoutOwn(seen.replaceAll(mobile, "mobile").replaceAll(passport, "passport"));
  };
  const alone = await apply(newPhoneNumber(), "M1111111");
  for (let partner = 0; partner < 2; partner++)
    expect(await apply(person.phoneNumber, passportNumber)).toEqual(alone);
  const { visaRequestId } = person.request;
  const { nodes } = (await person.call(documents.myVisaRequests)).data.myVisaRequests;
  expect(nodes.map((node) => node.visaRequestId)).toEqual([visaRequestId]);
  const { notification } = await readTables(server, ["notification"]);
  expect(notification.filter((one) => one.userId === person.userId)).toEqual([]);
});

test("adding a member or a contact executes the same statements whether or not the number has an account", async () => {
  const { phoneNumber: known } = await signedInTraveller(server);
  const { visaId } = stranger.request;
  const use = async (phoneNumber: string) => {
    const { owner, partnerId } = await TestPartner.create(server);
    const member = { partnerId, phoneNumber, role: "DEVELOPER" } as const;
    const contact = { visaId, contact: { mobile: phoneNumber } };
    return [
      await recordStatements(server, () => owner.call(documents.addPartnerMember, { input: member })),
      await recordStatements(server, () => stranger.call(documents.createVisaRequest, { input: contact })),
    ].map(({ answer, statements }) => ({ errors: answer.errors, statements }));
  };
  const used = await use(newPhoneNumber());
  expect(await use(known)).toEqual(used);
  if (process.env["TEST_DATABASE"] !== "postgres") expect(used[0]!.statements.length).toBeGreaterThan(3);
});

/** Removes ids, reference numbers, times and links, which always differ. */
const withoutOwn = (seen: string) =>
  JSON.parse(
    seen
      .replace(/"\/[^"]*\?[^"]*"/g, '"link"')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "id")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
      .replace(/("visaReferenceNo":")[^"]+/g, "$1number"),
  ) as unknown;

test("a link to one partner's file does not open with another partner's id or key", async () => {
  const [{ profileSrc }] = (await stranger.readRequest()).visaApplicants;
  const { userId, partnerKeyId } = owned.get("another partner")!;
  const [, ownUser, ownKey] = /u=([\w-]+)&l=([\w-]+)/.exec(profileSrc)!;
  for (const forged of [profileSrc.replace(ownUser!, userId), profileSrc.replace(ownKey!, partnerKeyId)])
    expect((await fetch(server.url + forged)).status).toBe(404);
  expect((await fetch(server.url + profileSrc)).status).toBe(200);
});

test("members of a partner cannot read its applications with their sessions", async () => {
  const partner = await TestPartner.create(server);
  const program = await toStory(await partner.programWith()).withRequest();
  const { visaRequestId } = program.request;
  expect((await partner.owner.call(documents.visaRequest, { visaRequestId })).data.visaRequest).toBeNull();
  expect((await partner.owner.call(documents.myVisaRequests)).data.myVisaRequests.nodes).toEqual([]);
});

test("no message is sent about a partner's application", async () => {
  const program = await toStory(await (await TestPartner.create(server)).programWith())
    .withRequest()
    .withApplicant(makeDetails())
    .paid();
  const { visaRequestId } = program.request;
  const { notification } = await readTables(server, ["notification"]);
  expect(notification.filter((one) => one.visaRequestId === visaRequestId)).toEqual([]);
});
