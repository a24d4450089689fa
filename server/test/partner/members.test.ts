import { beforeAll, describe, expect, test } from "@jest/globals";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { codeFor, exportProof } from "../kit/personas/codeFor";
import { TestPartner } from "../kit/personas/partner";
import { signInStaff } from "../kit/personas/staff";
import { newPhoneNumber, signIn, toStory, type Traveller } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { errorCodes, getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";
import { quotePrice } from "../visaRequest/visaRequest.generated";

/** A number of Tajikistan, which is not in `SMS_COUNTRIES`. */
const numberWithoutCodes = "+992927123456";

let server: RunningServer;
let partner: TestPartner;
let developer: Traveller;
let stranger: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  partner = await TestPartner.create(server);
  [developer, stranger] = [await signIn(server), await signIn(server)];
  const { partnerId } = partner;
  const { phoneNumber } = developer;
  await partner.owner.do(documents.addPartnerMember, { partnerId, phoneNumber, role: "DEVELOPER" });
});

/** Returns every mutation for members, with its input for this partner. */
const mutations = async (by: Traveller) => {
  const { partnerId, owner } = partner;
  const [{ partnerKeyId }] = (await partner.read()).keys;
  const proof = await exportProof(by);
  return [
    [documents.createPartnerKey, { partnerId, name: "Key", scopes: ["READ"], ...proof }],
    [documents.rotatePartnerKey, { partnerKeyId, ...proof }],
    [documents.endPartnerKey, { partnerKeyId }],
    [documents.addPartnerMember, { partnerId, phoneNumber: newPhoneNumber(), role: "OWNER" }],
    [documents.removePartnerMember, { partnerId, userId: owner.userId }],
  ] as const;
};

test("a non-member gets NOT_FOUND for every mutation and changes nothing", async () => {
  await partner.createKey();
  const before = JSON.stringify(await partner.read());
  expect((await stranger.call(documents.myPartners)).data.myPartners).toEqual([]);
  for (const [document, input] of await mutations(stranger)) {
    const answer = await stranger.call(document as typeof documents.endPartnerKey, { input } as never);
    expect([topLevelErrorCodes(answer), answer.data]).toEqual([["NOT_FOUND"], null]);
  }
  expect(JSON.stringify(await partner.read())).toBe(before);
});

test("a developer manages keys, but not members", async () => {
  const codes = [];
  for (const [document, input] of await mutations(developer)) {
    const answer = await developer.call(document as typeof documents.endPartnerKey, { input } as never);
    codes.push(topLevelErrorCodes(answer)[0] ?? errorCodes(getUserErrors(answer))[0] ?? "done");
  }
  // The first mutation used up the code.
  expect(codes).toEqual(["done", "otp: OTP_INVALID", "done", "FORBIDDEN", "FORBIDDEN"]);
});

describe("a new key", () => {
  const create = async (input: object) => {
    const { partnerId, owner } = partner;
    const given = { partnerId, name: "Key", scopes: ["READ"], otp: "000000", ...input };
    return errorCodes(getUserErrors(await owner.call(documents.createPartnerKey, { input: given } as never)));
  };

  test("requires a fresh code that was sent to the person who creates the key", async () => {
    expect(await create({ otp: " " })).toEqual(["otp: REQUIRED"]);
    expect(await create({ otp: "000000" })).toEqual(["otp: OTP_INVALID"]);
    const otp = await codeFor(server, stranger.phoneNumber);
    expect(await create({ otp })).toEqual(["otp: OTP_INVALID"]);
    const proof = await exportProof(partner.owner);
    expect(await create(proof)).toEqual([]);
    expect(await create(proof)).toEqual(["otp: OTP_INVALID"]);
  });

  test("requires a name, a scope, and valid networks and days", async () => {
    const networks = ["10.0.0.0/8", "10.0.0.0/33", "example.com"];
    const wrong = { name: " ", scopes: [], networks, expiresInDays: 0 };
    expect(await create(wrong)).toEqual([
      "name: REQUIRED",
      "scopes: REQUIRED",
      "networks.1: INVALID",
      "networks.2: INVALID",
      "expiresInDays: INVALID",
    ]);
    expect(await create({ networks: Array<string>(21).fill("10.0.0.1") })).toEqual(["networks: INVALID"]);
  });

  test("is rejected while the partner has 10 active keys", async () => {
    const full = await TestPartner.create(server);
    for (let count = 0; count < 10; count++) await full.createKey();
    await expect(full.createKey()).rejects.toThrow("INVALID_STATE");
    const [{ partnerKeyId }] = (await full.read()).keys;
    // A rotation is possible, but does not make room for another key.
    await full.rotate(partnerKeyId);
    await expect(full.createKey()).rejects.toThrow("INVALID_STATE");
    const other = (await full.read()).keys.find(({ isReplaced }) => !isReplaced)!;
    await full.owner.do(documents.endPartnerKey, { partnerKeyId: other.partnerKeyId });
    await full.createKey();
  });
});

describe("members", () => {
  test("look the same to the owner whether or not their number has an account", async () => {
    const { partnerId, owner } = partner;
    const add = async (phoneNumber: string) => {
      const { data } = await owner.call(documents.addPartnerMember, {
        input: { partnerId, phoneNumber, role: "DEVELOPER" },
      });
      const { userId, ...member } = data.addPartnerMember.partner.members.at(-1)!;
      await owner.do(documents.removePartnerMember, { partnerId, userId });
      return { ...member, phoneNumber: typeof member.phoneNumber };
    };
    expect(await add(newPhoneNumber())).toEqual(await add((await signIn(server)).phoneNumber));
  });

  test("are refused with a number from a country to which no login codes are sent", async () => {
    const input = {
      partnerId: partner.partnerId,
      phoneNumber: numberWithoutCodes,
      role: "DEVELOPER" as const,
    };
    const answer = await partner.owner.call(documents.addPartnerMember, { input });
    expect(getUserErrors(answer)).toMatchObject([
      {
        field: "phoneNumber",
        code: "INVALID",
        message: "We cannot send codes to this country. Please use a number from another country",
      },
    ]);
  });

  test("have one role and are limited to 20, and the only owner cannot be removed", async () => {
    const crowd = await TestPartner.create(server);
    const { partnerId, owner } = crowd;
    const add = () => ({ partnerId, phoneNumber: newPhoneNumber(), role: "DEVELOPER" as const });
    const developer = add();
    await owner.do(documents.addPartnerMember, developer);
    const other = await owner.call(documents.addPartnerMember, { input: { ...developer, role: "OWNER" } });
    expect(errorCodes(getUserErrors(other))).toEqual(["null: INVALID_STATE"]);
    for (let count = 2; count < 20; count++) await owner.do(documents.addPartnerMember, add());
    const answer = await owner.call(documents.addPartnerMember, { input: add() });
    expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
    const input = { partnerId, userId: owner.userId };
    const left = await owner.call(documents.removePartnerMember, { input });
    expect(errorCodes(getUserErrors(left))).toEqual(["null: INVALID_STATE"]);
  });

  test("lose their role when their account is erased", async () => {
    const gone = await TestPartner.createByCommand(server);
    await gone.owner.do(documents.eraseAccount, await exportProof(gone.owner));
    const { partner_member } = await readTables(server, ["partner_member"]);
    expect(partner_member.filter(({ partnerId }) => partnerId === gone.partnerId)).toEqual([]);
    const added = await signIn(server);
    await server.runCommand("partners", "add-owner", gone.partnerId, added.phoneNumber);
    expect((await added.call(documents.myPartners)).data.myPartners).toHaveLength(1);
  });
});

describe("staff", () => {
  test("create, list and end a partner", async () => {
    const staff = await signInStaff(server);
    const owner = await signIn(server);
    const input = {
      name: "Sea Tours",
      gstin: "27aapfu0939f1zv",
      email: "dev@sea.example",
      serviceFee: 99,
      ownerPhoneNumber: owner.phoneNumber,
    };
    const made = await staff.do(documents.staffCreatePartner, input);
    expect(made).toMatchObject({
      name: "Sea Tours",
      gstin: "27AAPFU0939F1ZV",
      serviceFee: 99,
      endedAt: null,
    });
    const program = new TestPartner(owner, made.partnerId);
    const agency = await toStory(await program.programWith()).withRequest();
    expect(agency.request.serviceFee).toBe(99);
    const quote = await agency.call(quotePrice, { visaId: agency.request.visaId });
    expect(quote.data.priceQuote.serviceFee).toBe(99);
    const listed = (await staff.call(documents.staffPartners)).data.staffPartners;
    expect(listed.map(({ partnerId }) => partnerId)).toContain(made.partnerId);
    const ended = await staff.do(documents.staffEndPartner, { partnerId: made.partnerId });
    expect(ended).toMatchObject({ endedAt: expect.any(String), keys: [{ isActive: false }] });
    const { audit_event } = await readTables(server, ["audit_event"]);
    const events = audit_event.filter(({ subjectId }) => subjectId === made.partnerId);
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual(
      ["PARTNER_CREATED", "PARTNER_MEMBER_ADDED", "PARTNER_ENDED"].map((action) => [action, staff.userId]),
    );
  });

  test("get the violations of an invalid partner, which is not created", async () => {
    const staff = await signInStaff(server);
    const input = { name: "", gstin: "27AAPFU0939F1ZW", email: "", serviceFee: -1, ownerPhoneNumber: "1" };
    const wrong = await staff.call(documents.staffCreatePartner, { input });
    expect(errorCodes(getUserErrors(wrong))).toEqual([
      "name: REQUIRED",
      "gstin: INVALID",
      "email: REQUIRED",
      "serviceFee: INVALID",
    ]);
    const { partner: before } = await readTables(server, ["partner"]);
    for (const ownerPhoneNumber of ["1", numberWithoutCodes]) {
      const right = { name: "A", email: "a@b.example", ownerPhoneNumber };
      const answer = await staff.call(documents.staffCreatePartner, { input: right });
      expect(errorCodes(getUserErrors(answer))).toEqual(["ownerPhoneNumber: INVALID"]);
    }
    expect((await readTables(server, ["partner"])).partner).toEqual(before);
  });
});
