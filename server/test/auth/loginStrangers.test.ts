import { beforeEach, describe, expect, test } from "@jest/globals";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { RunningServer } from "../kit/server/runningServer";
import { newPhoneNumber } from "../kit/personas/traveller";
import { askForCode, bringCode } from "./strangers.generated";

/** A person who knows a number can request and try codes for it, but cannot lock out its owner. */

/** Two callers with different addresses. */
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

/** Tries the code concurrently, because in sequence each attempt would wait for the delay of the previous one. */
const bringOften = (times: number, ...bringing: Parameters<typeof bring>) =>
  Promise.all(Array.from({ length: times }, () => bring(...bringing)));

const isIn = (answer: Awaited<ReturnType<typeof bring>>) => Boolean(answer.data.verifyOtp.session?.token);
const refused = ["otp: OTP_INVALID"];

/** Backdates all codes of the number by this many minutes. */
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

describe("after five wrong attempts by a stranger, the owner's code still works", () => {
  test("with its challenge id, even if the stranger has the same address", async () => {
    const { right, wrong, handle } = await askNow(owner);
    for (const answer of await bringOften(6, owner, wrong))
      expect(errorCodes(getUserErrors(answer))).toEqual(refused);
    expect(isIn(await bring(owner, right))).toBe(false);
    expect(isIn(await bring(owner, right, { handle }))).toBe(true);
  });

  test("without a challenge id, from the address that requested the code or from another one", async () => {
    const { right, wrong } = await askNow(owner);
    await bringOften(6, stranger, wrong);
    expect(isIn(await bring(stranger, right))).toBe(false);
    expect(isIn(await bring(owner, right))).toBe(true);

    const again = await askNow(owner);
    await bringOften(6, stranger, again.wrong);
    expect(isIn(await bring(RunningServer.shared(), again.right))).toBe(true);
  });

  test("through REST, where clients have no challenge id", async () => {
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
  test("allows five attempts with its challenge id, and is rejected with another code's challenge id", async () => {
    const { right, wrong, handle } = await askNow(owner);
    const other = await askNow(stranger);
    expect(isIn(await bring(owner, right, { handle: other.handle }))).toBe(right === other.right);
    expect(isIn(await bring(owner, right, { handle: "made-up" }))).toBe(false);
    for (const answer of await bringOften(5, owner, wrong, { handle }))
      expect(errorCodes(getUserErrors(answer))).toEqual(refused);
    expect(isIn(await bring(owner, right, { handle }))).toBe(false);
  });

  test("allows ten attempts by all strangers together, from any number of addresses", async () => {
    const { right, wrong } = await askNow(owner);
    for (let tried = 0; tried < 10; tried++) await bring(RunningServer.shared(), wrong);
    expect(isIn(await bring(RunningServer.shared(), right))).toBe(false);
    expect(isIn(await bring(owner, right))).toBe(true);
  });

  test("is replaced when the owner requests a new one, even if a stranger has requested one in the meantime", async () => {
    const first = await askNow(owner);
    await askNow(stranger);
    const second = await askNow(owner, { handle: first.handle });
    expect(isIn(await bring(owner, first.right, { handle: first.handle }))).toBe(false);
    expect(isIn(await bring(owner, second.right, { handle: second.handle }))).toBe(true);
  });

  test("with failed attempts is in the audit log at most twice per caller", async () => {
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
    // An attempt for a number without a code is not recorded, so that made-up numbers cannot fill the audit log.
    const before = log.length;
    phoneNumber = newPhoneNumber();
    await bringOften(3, stranger, "123456");
    const ofNobody = (await readTables(owner, ["audit_event"])).audit_event
      .slice(before)
      .filter(({ action, ownerUserId }) => action === "CODE_REFUSED" && ownerUserId === null);
    expect(ofNobody).toEqual([]);
  });
});

describe("a correct code is accepted from a network that has just used another code", () => {
  const elsewhere = RunningServer.shared();

  test("if another network requested it", async () => {
    const first = await askNow(owner);
    expect(isIn(await bring(owner, first.right))).toBe(true);
    const second = await askNow(elsewhere);
    expect(isIn(await bring(owner, second.right))).toBe(true);
  });

  test("if another network requested it as a replacement", async () => {
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

  test("but with at most five attempts from that network", async () => {
    const first = await askNow(owner);
    await bring(owner, first.right);
    const { right, wrong } = await askNow(elsewhere);
    for (const answer of await bringOften(5, owner, wrong))
      expect(errorCodes(getUserErrors(answer))).toEqual(refused);
    expect(isIn(await bring(owner, right))).toBe(false);
    expect(isIn(await bring(elsewhere, right))).toBe(true);
  });
});

describe("once a newer code has been used, an older one", () => {
  const elsewhere = RunningServer.shared();

  test("is rejected without its challenge id, and accepted with it", async () => {
    const older = await askNow(owner);
    const newer = await askNow(owner);
    expect(isIn(await bring(owner, newer.right))).toBe(true);
    expect(isIn(await bring(owner, older.right))).toBe(false);
    expect(isIn(await bring(owner, older.right, { handle: older.handle }))).toBe(true);
  });

  test("is rejected without its challenge id, even if another network used the newer one", async () => {
    const older = await askNow(owner);
    const newer = await askNow(elsewhere);
    expect(isIn(await bring(elsewhere, newer.right, { handle: newer.handle }))).toBe(true);
    expect(isIn(await bring(owner, older.right))).toBe(false);
  });
});

test("a newer code that a stranger requested does not hide the owner's code", async () => {
  const { right } = await askNow(owner);
  await askNow(stranger);
  expect(isIn(await bring(owner, right))).toBe(true);
});

describe("codes requested by a stranger", () => {
  test("do not lock out a known device, which has its own small limit", async () => {
    const { right, handle } = await askNow(owner);
    const { deviceToken } = (await bring(owner, right, { handle })).data.verifyOtp.session;
    await letPass(30 * 60);
    for (let sent = 0; sent < 10; sent++) {
      await askNow(stranger);
      await letPass(20);
    }
    expect(topLevelErrorCodes(await ask(stranger))).toEqual(["RATE_LIMITED"]);
    expect(topLevelErrorCodes(await ask(owner, { deviceToken: "made-up" }))).toEqual(["RATE_LIMITED"]);

    const known = await askNow(owner, { deviceToken });
    const login = await bring(owner, known.right, { handle: known.handle, deviceToken });
    expect(login.data.verifyOtp.session.deviceToken).toBe(deviceToken);
    for (let sent = 1; sent < 5; sent++) {
      await askNow(owner, { deviceToken });
      await letPass(20);
    }
    expect(topLevelErrorCodes(await ask(owner, { deviceToken }))).toEqual(["RATE_LIMITED"]);
  });

  test("have the normal limit on a device that signed in with another number", async () => {
    const { right, handle } = await askNow(stranger);
    const { deviceToken } = (await bring(stranger, right, { handle })).data.verifyOtp.session;
    phoneNumber = newPhoneNumber();
    for (let sent = 0; sent < 3; sent++) await askNow(stranger, { deviceToken });
    expect(topLevelErrorCodes(await ask(stranger, { deviceToken }))).toEqual(["RATE_LIMITED"]);
  });
});

test("the reported wait for the next code is 30 seconds, but 15 minutes after the third code", async () => {
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
