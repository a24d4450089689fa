import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { getIntrospectionQuery, type IntrospectionQuery } from "graphql";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { readTables } from "../kit/data/readTables";
import { signInStaff } from "../kit/personas/staff";
import { TestServer } from "../kit/server/testServer";
import { newPhoneNumber, signIn, type Traveller } from "../kit/personas/traveller";
import { isStaff, staffMe } from "./staff.generated";

const byHeart = newPhoneNumber();

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ STAFF_PHONES: `98765 00001, ${byHeart}` });
});
afterAll(() => server.dispose());

async function roleOf(person: Traveller): Promise<unknown> {
  const asked = await person.call(staffMe);
  const { me } = (await person.call(isStaff)).data;
  return { staffMe: asked.data?.staffMe ?? topLevelErrorCodes(asked), isStaff: me?.isStaff ?? null };
}
const role = (person: Traveller) => ({
  staffMe: { staffId: person.userId, phoneNumber: person.phoneNumber },
  isStaff: true,
});
const noRole = { staffMe: ["FORBIDDEN"], isStaff: false };

describe("a number in STAFF_PHONES", () => {
  test("has the staff role, however the setting spells it", async () => {
    for (const phone of ["+919876500001", byHeart]) {
      const member = await signIn(server, phone);
      expect(await roleOf(member)).toEqual(role(member));
    }
  });

  test("cannot be removed by the command, which names the setting", async () => {
    const { code, stderr } = await server.runCommand("staff", "remove", byHeart);
    expect([code, stderr]).toEqual([1, expect.stringContaining("STAFF_PHONES")]);
  });

  test("loses its role and sessions once it is removed from the setting", async () => {
    const member = await signIn(server, byHeart);
    server.configure({ STAFF_PHONES: "9876500001" });
    await server.restart();
    expect((await member.call(documents.me)).data).toEqual({ me: null });
    expect(await roleOf(await signIn(server, byHeart))).toEqual(noRole);
  });

  test("prevents the start if it is invalid, with a message that names it", async () => {
    const other = await TestServer.start({ STAFF_PHONES: "9876500001, 12" }).catch(String);
    expect(other).toContain("Setting STAFF_PHONES: must be mobile numbers; this is not one: 12");
  });
});

describe("npm run staff", () => {
  test("gives the role immediately, even to a user who is signed in", async () => {
    const person = await signIn(server);
    expect(await roleOf(person)).toEqual(noRole);
    expect(await server.runCommand("staff", "add", person.phoneNumber)).toMatchObject({
      code: 0,
      stdout: "Added\n",
    });
    expect(await roleOf(person)).toEqual(role(person));
    expect((await server.runCommand("staff", "list")).stdout).toContain(person.phoneNumber);
  });

  test("removes the role and ends every session", async () => {
    const member = await signInStaff(server, newPhoneNumber());
    const onOtherPhone = await signIn(server, member.phoneNumber);
    // Reads the roles first, so that the test fails if a role or session is cached.
    for (const one of [member, onOtherPhone]) expect(await roleOf(one)).toEqual(role(member));
    await server.runCommand("staff", "remove", member.phoneNumber);
    for (const { token } of [member, onOtherPhone]) {
      const { data } = await callGraphql(server, documents.me, { token });
      expect(data).toEqual({ me: null });
    }
    expect((await server.runCommand("staff", "list")).stdout).not.toContain(member.phoneNumber);
    expect(await roleOf(await signIn(server, member.phoneNumber))).toEqual(noRole);
  });

  test("reports whether it has added or removed a number", async () => {
    const phone = newPhoneNumber();
    for (const said of ["Added\n", "This number already has the staff role\n"])
      expect((await server.runCommand("staff", "add", phone)).stdout).toBe(said);
    for (const said of ["Removed; all sessions have ended\n", "This number does not have the staff role\n"])
      expect((await server.runCommand("staff", "remove", phone)).stdout).toBe(said);
  });

  test.each([
    [[], 2],
    [["add"], 2],
    [["promote", "9876500001"], 2],
    [["add", "12"], 1],
  ] as const)("refuses %j", async (given, code) => {
    const ending = await server.runCommand("staff", ...given);
    expect(ending.code).toBe(code);
    expect(ending.stderr).not.toMatch(/\bat .*\.js/);
  });

  test("refuses a number whose country is not in SMS_COUNTRIES", async () => {
    const { code, stderr } = await server.runCommand("staff", "add", "+39 333 123 4567");
    expect([code, stderr]).toEqual([
      1,
      "Not added: SMS_COUNTRIES does not include the country of this number: +393331234567\n",
    ]);
  });

  test("is recorded in the audit log without the number", async () => {
    const { audit_event } = await readTables(server, ["audit_event"]);
    const events = audit_event.filter(({ subjectKind }) => subjectKind === "STAFF_MEMBER");
    const actions = new Set(events.map(({ action, actorKind }) => `${actorKind} ${action}`));
    expect([...actions].sort()).toEqual(["SYSTEM STAFF_ADDED", "SYSTEM STAFF_REMOVED"]);
    // Leaves out the hashes, which may contain these digits by chance.
    const said = events.map(({ hash: _hash, previousHash: _previous, ...event }) => event);
    expect(JSON.stringify(said)).not.toMatch(/\+91|98765/);
  });
});

test("userType grants no rights", async () => {
  const phoneNumber = newPhoneNumber();
  const input = { phoneNumber, userType: "Staff" };
  await callGraphql(server, documents.requestOtp, { variables: { input } });
  const otp = await server.readCode(phoneNumber);
  const { data } = await callGraphql(server, documents.verifyOtp, {
    variables: { input: { ...input, otp } },
  });
  const { token } = data.verifyOtp.session;
  expect(topLevelErrorCodes(await callGraphql(server, staffMe, { token }))).toEqual(["FORBIDDEN"]);
});

describe("introspection", () => {
  const query = getIntrospectionQuery();
  const namesOf = (data: unknown) => [...new Set(JSON.stringify(data).match(/"[Ss]taff\w*"/g))].sort();

  test("shows staff operations only to staff", async () => {
    const member = await signInStaff(server, newPhoneNumber());
    const traveller = await signIn(server);
    const seen = await member.call<unknown>(query);
    expect(namesOf(seen.data)).toEqual(expect.arrayContaining(['"StaffMember"', '"staffMe"']));
    for (const answer of [
      await traveller.call<IntrospectionQuery>(query),
      await callGraphql<IntrospectionQuery>(server, query),
    ]) {
      expect(answer.errors).toBeUndefined();
      expect(answer.data.__schema.types.length).toBeGreaterThan(30);
      expect(namesOf(answer.data)).toEqual([]);
    }
  });

  test("hides a staff type that is queried by name, in any form of the query", async () => {
    const direct = `{ __type(name: "StaffMember") { name } siteInfo { brand } }`;
    const behind = `query Q { ...F } fragment F on Query { same: __type(name: "StaffMember") { name } }`;
    const brand = { brand: "Visaport" };
    expect((await callGraphql<unknown>(server, direct)).data).toEqual({ __type: null, siteInfo: brand });
    expect((await callGraphql<unknown>(server, behind)).data).toEqual({ same: null });
  });

  test("does not change the errors of other fields in the operation", async () => {
    const both = "{ __typename __schema { queryType { name } } myVisaRequests { totalCount } }";
    const answer = await callGraphql<unknown>(server, both);
    expect(topLevelErrorCodes(answer)).toEqual(["UNAUTHENTICATED"]);
    expect(answer.errors).toMatchObject([{ message: "Please log in", path: ["myVisaRequests"] }]);
  });
});

test("a session of an erased account has no staff role", async () => {
  const member = await signInStaff(server, newPhoneNumber());
  await editDatabase(
    server,
    `UPDATE user_account SET "phoneNumber" = 'erased:' || "userId" WHERE "userId" = ?`,
    [member.userId],
  );
  expect((await roleOf(member)) as object).toMatchObject({ staffMe: ["FORBIDDEN"] });
});
