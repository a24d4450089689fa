import { beforeEach, describe, expect, test } from "@jest/globals";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import { faultsOf, topLevelCodesOf, userErrorsOf } from "../kit/wire/outcomes";
import { RunningServer } from "../kit/server/runningServer";
import { newPhoneNumber } from "../kit/personas/traveller";
import { askForCode, bringCode } from "./strangers.generated";

/** Whoever knows a number may ask for codes to it and try them, but not keep its owner out. */

/** Two people at addresses of their own. */
const owner = RunningServer.shared();
const stranger = RunningServer.shared();

let phoneNumber: string;
beforeEach(() => {
  phoneNumber = newPhoneNumber();
});

const ask = (by: RunningServer, more: { handle?: string; deviceToken?: string } = {}) =>
  callGraphql(by, askForCode, { variables: { input: { phoneNumber, ...more } } });
const bring = (by: RunningServer, otp: string, more: { handle?: string; deviceToken?: string } = {}) =>
  callGraphql(by, bringCode, { variables: { input: { phoneNumber, otp, ...more } } });

async function askNow(by: RunningServer, more: { handle?: string; deviceToken?: string } = {}) {
  const { sent, resendInSeconds, handle } = (await ask(by, more)).data.requestOtp;
  expect(sent).toBe(true);
  const right = await by.readCode(phoneNumber);
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
  return { right, wrong, handle, resendInSeconds };
}

/** At the same moment: one after another, each would wait for the refusal of the one before. */
const bringOften = (times: number, ...bringing: Parameters<typeof bring>) =>
  Promise.all(Array.from({ length: times }, () => bring(...bringing)));

const isIn = (answer: Awaited<ReturnType<typeof bring>>) => Boolean(answer.data.verifyOtp.session?.token);
const refused = ["otp: OTP_INVALID"];

/** All codes of the number as if they had been sent so much earlier. */
async function letPass(minutes: number): Promise<void> {
  const { login_code: codes } = await readTables(owner, ["login_code"]);
  await editDatabase(
    owner,
    codes
      .filter((code) => code.phoneNumber === phoneNumber)
      .map(({ loginCodeId, createdAt }) => {
        const at = new Date(Date.parse(createdAt) - minutes * 60_000).toISOString();
        return `UPDATE login_code SET "createdAt" = '${at}' WHERE "loginCodeId" = '${loginCodeId}'`;
      }),
  );
}

describe("five wrong tries of a stranger leave the owner's code", () => {
  test("to whoever brings the handle, though the stranger is at the same address", async () => {
    const { right, wrong, handle } = await askNow(owner);
    for (const answer of await bringOften(6, owner, wrong))
      expect(faultsOf(userErrorsOf(answer))).toEqual(refused);
    expect(isIn(await bring(owner, right))).toBe(false);
    expect(isIn(await bring(owner, right, { handle }))).toBe(true);
  });

  test("to whoever brings no handle, from the address that asked for it or from another", async () => {
    const { right, wrong } = await askNow(owner);
    await bringOften(6, stranger, wrong);
    expect(isIn(await bring(stranger, right))).toBe(false);
    expect(isIn(await bring(owner, right))).toBe(true);

    const again = await askNow(owner);
    await bringOften(6, stranger, again.wrong);
    expect(isIn(await bring(RunningServer.shared(), again.right))).toBe(true);
  });

  test("to the documented client, who knows no handle", async () => {
    const query = (otp = "") => `phoneNumber=${encodeURIComponent(phoneNumber)}&userType=Customer&otp=${otp}`;
    await callRest(owner, "POST", `/api/home/userotp?${query()}`);
    const right = await owner.readCode(phoneNumber);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => callRest(stranger, "POST", `/api/home/verifyotp?${query(wrong)}`)),
    );
    for (const { body } of tries) expect(body.statusCode).toBe(500);
    expect((await callRest(owner, "POST", `/api/home/verifyotp?${query(right)}`)).body.statusCode).toBe(200);
  });
});

describe("a code", () => {
  test("takes five tries with its handle, and no handle of another code opens it", async () => {
    const { right, wrong, handle } = await askNow(owner);
    const other = await askNow(stranger);
    expect(isIn(await bring(owner, right, { handle: other.handle }))).toBe(right === other.right);
    expect(isIn(await bring(owner, right, { handle: "made-up" }))).toBe(false);
    for (const answer of await bringOften(5, owner, wrong, { handle }))
      expect(faultsOf(userErrorsOf(answer))).toEqual(refused);
    expect(isIn(await bring(owner, right, { handle }))).toBe(false);
  });

  test("takes ten tries of all strangers together, however many addresses they have", async () => {
    const { right, wrong } = await askNow(owner);
    for (let tried = 0; tried < 10; tried++) await bring(RunningServer.shared(), wrong);
    expect(isIn(await bring(RunningServer.shared(), right))).toBe(false);
    expect(isIn(await bring(owner, right))).toBe(true);
  });

  test("that a stranger asks for leaves the owner's, and one that the owner asks for anew takes its place", async () => {
    const first = await askNow(owner);
    await askNow(stranger);
    const second = await askNow(owner, { handle: first.handle });
    expect(isIn(await bring(owner, first.right, { handle: first.handle }))).toBe(false);
    expect(isIn(await bring(owner, second.right, { handle: second.handle }))).toBe(true);
  });

  test("is told in the trail when it is tried in vain: twice at most for each who tries", async () => {
    const { right, wrong, handle } = await askNow(owner);
    expect(isIn(await bring(owner, right, { handle }))).toBe(true);
    const again = await askNow(owner);
    await bringOften(7, stranger, wrong === again.right ? right : wrong);
    const {
      login_code: codes,
      audit_event: log,
      user_account: users,
    } = await readTables(owner, ["login_code", "audit_event", "user_account"]);
    const { userId } = users.find((user) => user.phoneNumber === phoneNumber)!;
    const tried = codes.findLast((code) => code.phoneNumber === phoneNumber)!;
    const told = log.filter(({ action, ownerUserId }) => action === "CODE_REFUSED" && ownerUserId === userId);
    expect(told).toMatchObject([
      { subjectId: tried.loginCodeId, actorKind: "VISITOR", actorId: null, details: `{"times":1}` },
      { subjectId: tried.loginCodeId, actorKind: "VISITOR", details: `{"times":5}` },
    ]);
    // What was never sent cannot be tried: nobody can make the log grow with numbers that are made up.
    const before = log.length;
    phoneNumber = newPhoneNumber();
    await bringOften(3, stranger, "123456");
    const ofNobody = (await readTables(owner, ["audit_event"])).audit_event
      .slice(before)
      .filter(({ action, ownerUserId }) => action === "CODE_REFUSED" && ownerUserId === null);
    expect(ofNobody).toEqual([]);
  });
});

describe("a right code is accepted from a network that has used a code of its own a moment ago", () => {
  const elsewhere = RunningServer.shared();

  test("when another network asked for it", async () => {
    const first = await askNow(owner);
    expect(isIn(await bring(owner, first.right))).toBe(true);
    const second = await askNow(elsewhere);
    expect(isIn(await bring(owner, second.right))).toBe(true);
  });

  test("when another network asked for it in place of the older one", async () => {
    const first = await askNow(owner);
    const second = await askNow(elsewhere, { handle: first.handle });
    expect(isIn(await bring(owner, second.right))).toBe(true);
  });

  test("through REST", async () => {
    const call = (by: RunningServer, path: string, otp = "") =>
      callRest(by, "POST", `/api/home/${path}?phoneNumber=${encodeURIComponent(phoneNumber)}&otp=${otp}`);
    for (const asker of [owner, elsewhere]) {
      expect((await call(asker, "userotp")).status).toBe(200);
      const login = await call(owner, "verifyotp", await owner.readCode(phoneNumber));
      expect(login.body.statusCode).toBe(200);
    }
  });

  test("but not with more tries than five for that network", async () => {
    const first = await askNow(owner);
    await bring(owner, first.right);
    const { right, wrong } = await askNow(elsewhere);
    for (const answer of await bringOften(5, owner, wrong))
      expect(faultsOf(userErrorsOf(answer))).toEqual(refused);
    expect(isIn(await bring(owner, right))).toBe(false);
    expect(isIn(await bring(elsewhere, right))).toBe(true);
  });
});

describe("the codes that a stranger asks for", () => {
  test("do not keep a device out that signed in before, which has a few of its own and no more", async () => {
    const { right, handle } = await askNow(owner);
    const { deviceToken } = (await bring(owner, right, { handle })).data.verifyOtp.session;
    await letPass(30 * 60);
    for (let sent = 0; sent < 10; sent++) {
      await askNow(stranger);
      await letPass(20);
    }
    expect(topLevelCodesOf(await ask(stranger))).toEqual(["RATE_LIMITED"]);
    expect(topLevelCodesOf(await ask(owner, { deviceToken: "made-up" }))).toEqual(["RATE_LIMITED"]);

    const known = await askNow(owner, { deviceToken });
    const login = await bring(owner, known.right, { handle: known.handle, deviceToken });
    expect(login.data.verifyOtp.session.deviceToken).toBe(deviceToken);
    for (let sent = 1; sent < 5; sent++) {
      await askNow(owner, { deviceToken });
      await letPass(20);
    }
    expect(topLevelCodesOf(await ask(owner, { deviceToken }))).toEqual(["RATE_LIMITED"]);
  });

  test("are not opened to a device that signed in with another number", async () => {
    const { right, handle } = await askNow(stranger);
    const { deviceToken } = (await bring(stranger, right, { handle })).data.verifyOtp.session;
    phoneNumber = newPhoneNumber();
    for (let sent = 0; sent < 3; sent++) await askNow(stranger, { deviceToken });
    expect(topLevelCodesOf(await ask(stranger, { deviceToken }))).toEqual(["RATE_LIMITED"]);
  });
});

test("when another code may be asked for is told as it is: after the third one, in 15 minutes", async () => {
  const waits = [];
  for (let sent = 0; sent < 3; sent++) waits.push((await askNow(owner)).resendInSeconds);
  expect(waits.slice(0, 2)).toEqual([30, 30]);
  expect(waits[2]).toBeGreaterThan(14 * 60);
  expect(waits[2]).toBeLessThanOrEqual(15 * 60);
  const { retryAfter } = (await ask(owner)).errors![0]!.extensions;
  expect(Math.abs(Number(retryAfter) - waits[2]!)).toBeLessThanOrEqual(60);
  await letPass(15);
  expect((await askNow(owner)).resendInSeconds).toBe(30);
});
