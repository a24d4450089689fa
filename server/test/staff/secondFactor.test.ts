import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makeAppCode } from "../kit/personas/authenticator";
import { editDatabase } from "../kit/data/editDatabase";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import {
  listFields,
  listMandatoryFilePlaces,
  operationFor,
  readSchema,
  variablesFor,
} from "../kit/wire/schemaWalk";
import { readTables } from "../kit/data/readTables";
import { signInStaff } from "../kit/personas/staff";
import { TestServer } from "../kit/server/testServer";
import { newPhoneNumber, signIn, type Traveller } from "../kit/personas/traveller";
import { beginSecondFactor, giveSecondFactor, secondFactorState, staffMe } from "./staff.generated";

/** Staff sign in with a code from an authenticator app, in addition to the SMS code. */

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ STAFF_SECOND_FACTOR: "totp" });
});
afterAll(() => server.dispose());

const stateOf = async (member: Traveller) => (await member.call(secondFactorState)).data.staffSecondFactor;
const give = (member: Traveller, code: string) => member.call(giveSecondFactor, { input: { code } });
const isActing = async (member: Traveller) =>
  (await member.call(staffMe)).data?.staffMe?.staffId === member.userId;
const wrongCodeOf = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => makeAppCode(secret, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code))!;
};

/** Returns a staff member whose app is set up, and the app's secret. */
async function enrolled(): Promise<{ member: Traveller; secret: string }> {
  const member = await signInStaff(server, newPhoneNumber());
  const { secret } = (await member.call(beginSecondFactor)).data.staffBeginSecondFactor.enrolment;
  expect((await give(member, makeAppCode(secret))).data.staffGiveSecondFactor.isGiven).toBe(true);
  return { member, secret };
}

test("a session without the second factor has no staff role, and its schema hides staff types", async () => {
  const member = await signInStaff(server, newPhoneNumber());
  const whole = readSchema();
  const shown: string[] = [];
  for (const kind of ["query", "mutation"] as const) {
    const root = kind === "query" ? whole.getQueryType() : whole.getMutationType();
    for (const field of listFields(root)) {
      // Operations with mandatory files are left out; they check the role in the same way.
      if (!field.name.startsWith("staff") || listMandatoryFilePlaces(field).length > 0) continue;
      const answer = await member.call(operationFor(kind, field, []), variablesFor(field));
      if (!topLevelErrorCodes(answer).includes("SECOND_FACTOR_REQUIRED")) shown.push(field.name);
    }
  }
  expect(shown.sort()).toEqual(["staffBeginSecondFactor", "staffGiveSecondFactor", "staffSecondFactor"]);
  const { data } = await member.call<{ __type: unknown }>(`{ __type(name: "StaffMember") { name } }`);
  expect(data.__type).toBeNull();
});

test("the app's first code sets it up and gives the session the role; each later session requires a new code", async () => {
  const member = await signInStaff(server, newPhoneNumber());
  expect(await stateOf(member)).toEqual({ isRequired: true, isSetUp: false, isGiven: false });
  expect(errorCodes(getUserErrors(await give(member, "123456")))).toEqual(["null: INVALID_STATE"]);
  const { secret, address } = (await member.call(beginSecondFactor)).data.staffBeginSecondFactor.enrolment;
  expect(address).toMatch(/^otpauth:\/\/totp\//);
  expect(await isActing(member)).toBe(false);
  const first = makeAppCode(secret);
  expect(
    (await give(member, `${first.slice(0, 3)} ${first.slice(3)}`)).data.staffGiveSecondFactor.isGiven,
  ).toBe(true);
  expect(await isActing(member)).toBe(true);

  const next = await signIn(server, member.phoneNumber);
  expect(await stateOf(next)).toEqual({ isRequired: true, isSetUp: true, isGiven: false });
  expect(await isActing(next)).toBe(false);
  expect(topLevelErrorCodes(await next.call(staffMe))).toEqual(["SECOND_FACTOR_REQUIRED"]);
  // A login with the phone number alone cannot set up a new secret.
  expect(getUserErrors(await next.call(beginSecondFactor)).map(({ code }) => code)).toEqual([
    "INVALID_STATE",
  ]);
  // A code is valid once, so it is useless to anyone who saw it.
  expect(errorCodes(getUserErrors(await give(next, first)))).toEqual(["code: OTP_INVALID"]);
  expect((await give(next, makeAppCode(secret, 1))).data.staffGiveSecondFactor.isGiven).toBe(true);
  expect([await isActing(next), await isActing(member)]).toEqual([true, true]);

  const { second_factor: kept, audit_event: log } = await readTables(server, [
    "second_factor",
    "audit_event",
  ]);
  expect(JSON.stringify(kept)).not.toContain(secret);
  const told = log.filter(({ ownerUserId }) => ownerUserId === member.userId).map(({ action }) => action);
  expect(told.filter((action) => action.startsWith("SECOND"))).toEqual([
    "SECOND_FACTOR_SET_UP",
    "SECOND_FACTOR_REFUSED",
    "SECOND_FACTOR_GIVEN",
  ]);
});

test("five wrong codes in a row, even concurrent ones, block all codes for 15 minutes", async () => {
  const { member, secret } = await enrolled();
  const thief = await signIn(server, member.phoneNumber);
  const wrong = await Promise.all(Array.from({ length: 8 }, () => give(thief, wrongCodeOf(secret))));
  expect(wrong.filter((answer) => topLevelErrorCodes(answer).length === 0)).toHaveLength(5);
  const right = await give(thief, makeAppCode(secret, 1));
  expect(topLevelErrorCodes(right)).toEqual(["RATE_LIMITED"]);
  expect(Number(right.errors![0]!.extensions.retryAfter)).toBeGreaterThan(14 * 60);
  expect(await isActing(member)).toBe(true);
  await editDatabase(server, `UPDATE second_factor SET "blockedUntil" = '2020-01-01T00:00:00.000Z'`);
  expect((await give(thief, makeAppCode(secret, 1))).data.staffGiveSecondFactor.isGiven).toBe(true);
});

test("reset-second-factor removes the app, sessions and known devices; a new account does not remove the app", async () => {
  const { member, secret } = await enrolled();
  expect((await server.runCommand("staff", "reset-second-factor", member.phoneNumber)).stdout).toContain(
    "Reset",
  );
  expect(topLevelErrorCodes(await member.call(staffMe))).toEqual(["UNAUTHENTICATED"]);
  const { known_device: devices } = await readTables(server, ["known_device"]);
  expect(devices.filter(({ userId }) => userId === member.userId)).toEqual([]);
  const again = await signIn(server, member.phoneNumber);
  expect(await stateOf(again)).toEqual({ isRequired: true, isSetUp: false, isGiven: false });
  const other = (await again.call(beginSecondFactor)).data.staffBeginSecondFactor.enrolment;
  expect(other.secret).not.toBe(secret);
  const nobody = await server.runCommand("staff", "reset-second-factor", newPhoneNumber());
  expect(nobody.stdout).toContain("no second factor");

  // The role and the app belong to the number, so a new account with the number keeps the app.
  const { member: kept } = await enrolled();
  await editDatabase(
    server,
    `UPDATE user_account SET "phoneNumber" = 'gone-' || "userId" WHERE "userId" = ?`,
    [kept.userId],
  );
  expect(await stateOf(await signIn(server, kept.phoneNumber))).toMatchObject({
    isSetUp: true,
    isGiven: false,
  });
});
