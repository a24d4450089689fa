import { beforeAll, describe, expect, test } from "@jest/globals";
import { readCodeSms, readSms } from "../kit/data/messages";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { codeFor, numberProof } from "../kit/personas/codeFor";
import * as documents from "../kit/documents";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { RunningServer } from "../kit/server/runningServer";
import { newPhoneNumber, signIn, type Traveller } from "../kit/personas/traveller";

let server: RunningServer;
beforeAll(async () => {
  server = RunningServer.shared();
});

const me = async (traveller: Traveller) => (await traveller.call(documents.me)).data.me;
const update = (traveller: Traveller, input: Record<string, unknown>) =>
  traveller.call(documents.updateProfile, { input });

describe("name and e-mail", () => {
  test("are trimmed, stored and returned at the next login", async () => {
    const traveller = await signIn(server);
    const user = await traveller.do(documents.updateProfile, {
      name: "  Asha Rao ",
      email: " asha@example.com ",
    });
    expect(user).toMatchObject({ name: "Asha Rao", email: "asha@example.com" });
    expect(await me(traveller)).toEqual(user);
    const again = await signIn(server, traveller.phoneNumber);
    expect(await me(again)).toEqual(user);
  });

  test("stay unchanged if they are omitted", async () => {
    const traveller = await signIn(server);
    await traveller.do(documents.updateProfile, { name: "Asha", email: "asha@example.com" });
    expect(await traveller.do(documents.updateProfile, { name: "Usha" })).toMatchObject({
      name: "Usha",
      email: "asha@example.com",
    });
    expect(await traveller.do(documents.updateProfile, {})).toMatchObject({ name: "Usha" });
  });

  test.each([null, "", "  "])(
    "no longer include an e-mail address after it has been set to %j",
    async (email) => {
      const traveller = await signIn(server);
      await traveller.do(documents.updateProfile, { email: "asha@example.com" });
      expect(await traveller.do(documents.updateProfile, { email })).toMatchObject({ email: null });
    },
  );

  test("that are invalid are rejected together, with the documented messages", async () => {
    const traveller = await signIn(server);
    await traveller.do(documents.updateProfile, { name: "Asha" });
    const before = await me(traveller);
    const answer = await update(traveller, { name: " ", phoneNumber: "", email: "asha@" });
    expect(answer.data.updateProfile.user).toBeNull();
    expect(getUserErrors(answer)).toEqual([
      { field: "name", code: "REQUIRED", message: "check mandatory fields" },
      { field: "phoneNumber", code: "REQUIRED", message: "check mandatory fields" },
      { field: "email", code: "INVALID", message: expect.any(String) },
    ]);
    expect(await me(traveller)).toEqual(before);
  });

  test("require a session", async () => {
    const answer = await callGraphql(server, documents.updateProfile, {
      variables: { input: { name: "Asha" } },
    });
    expect(topLevelErrorCodes(answer)).toEqual(["UNAUTHENTICATED"]);
    expect((await callGraphql(server, documents.me)).data.me).toBeNull();
  });

  test("can be changed through REST as by the client in the specification", async () => {
    const traveller = await signIn(server);
    const { userId, phoneNumber, token } = traveller;
    const json = { userId, name: "Asha", email: "asha@example.com", phoneNumber };
    const { status, body } = await callRest(server, "PUT", "/api/user", { token, json });
    expect([status, body]).toEqual([200, { statusCode: 200, message: "Profile Updated", data: json }]);
    expect((await callRest(server, "GET", `/api/user/${userId}`, { token })).body.data).toEqual(json);
  });

  test("of another user give 404 through REST", async () => {
    const [traveller, other] = [await signIn(server), await signIn(server)];
    const { token, phoneNumber } = traveller;
    for (const userId of [other.userId, "00000000-0000-0000-0000-000000000000"]) {
      const seen = await callRest(server, "GET", `/api/user/${userId}`, { token });
      const json = { userId, name: "Mallory", phoneNumber };
      const changed = await callRest(server, "PUT", "/api/user", { token, json });
      for (const { status, body } of [seen, changed])
        expect([status, body]).toEqual([404, { statusCode: 404, message: "Not found" }]);
    }
    expect((await me(other)).name).toBe("");
    expect((await me(traveller)).name).toBe("");
  });
});

describe("a new number", () => {
  test("requires a code that was sent to it and one that was sent to the current number", async () => {
    const traveller = await signIn(server);
    const proof = await numberProof(traveller, newPhoneNumber());
    const { phoneNumber, otp, presentOtp } = proof;
    const fails = async (input: Record<string, unknown>, faults: string[]) =>
      expect(
        errorCodes(getUserErrors(await update(traveller, { name: "Asha", phoneNumber, ...input }))),
      ).toEqual(faults);
    await fails({}, ["presentOtp: REQUIRED", "otp: REQUIRED"]);
    // The code to the new number is not enough, because a thief with a stolen session can receive it.
    await fails({ otp }, ["presentOtp: REQUIRED"]);
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    await fails({ otp, presentOtp: wrong(presentOtp) }, ["presentOtp: OTP_INVALID"]);
    await fails({ otp: wrong(otp), presentOtp }, ["otp: OTP_INVALID"]);
    await fails({ otp: wrong(otp), presentOtp: wrong(presentOtp) }, [
      "presentOtp: OTP_INVALID",
      "otp: OTP_INVALID",
    ]);
    expect(await me(traveller)).toMatchObject({ name: "", phoneNumber: traveller.phoneNumber });

    const user = await traveller.do(documents.updateProfile, { name: "Asha", ...proof });
    expect(user).toEqual({ userId: traveller.userId, name: "Asha", phoneNumber, email: null });
  });

  test("is rejected if both codes were sent to the same number", async () => {
    const traveller = await signIn(server);
    const { otp, presentOtp, phoneNumber } = await numberProof(traveller, newPhoneNumber());
    for (const [mine, other] of [
      [presentOtp, presentOtp],
      [otp, otp],
    ]) {
      const faults = errorCodes(
        getUserErrors(await update(traveller, { phoneNumber, otp: mine, presentOtp: other })),
      );
      // The two codes are equal once in a million runs; then neither is wrong.
      if (otp !== presentOtp) expect(faults).toHaveLength(1);
    }
  });

  test("gets a code whose SMS states its purpose, if the user is signed in", async () => {
    const traveller = await signIn(server);
    const phoneNumber = newPhoneNumber();
    const variables = { input: { phoneNumber, purpose: "NUMBER_CHANGE" as const } };
    expect(topLevelErrorCodes(await callGraphql(server, documents.requestOtp, { variables }))).toEqual([
      "UNAUTHENTICATED",
    ]);
    expect(await readCodeSms({ server, phoneNumber })).toEqual([]);
    await traveller.do(documents.requestOtp, variables.input);
    expect(await readCodeSms({ server, phoneNumber })).toMatchObject([
      {
        template: "number-code",
        text: expect.stringMatching(/^\d{6} is your Visaport code for changing a mobile number\./),
      },
    ]);
  });

  test("is reported to the old number by SMS, unless the change fails", async () => {
    const traveller = await signIn(server);
    const told = (phoneNumber: string) => readSms({ server, phoneNumber });
    const proof = await numberProof(traveller, newPhoneNumber());
    await update(traveller, { ...proof, presentOtp: "000000x" });
    expect(await told(traveller.phoneNumber)).toEqual([]);
    await traveller.do(documents.updateProfile, proof);
    expect(await told(traveller.phoneNumber)).toMatchObject([
      {
        template: "number-changed",
        text: expect.stringMatching(/was changed.*no longer opens it.*contact our support/),
      },
    ]);
    expect(await told(proof.phoneNumber)).toEqual([]);
  });

  test("can be set through REST with both codes", async () => {
    const traveller = await signIn(server);
    const { token, userId } = traveller;
    const { presentOtp, ...proof } = await numberProof(traveller, newPhoneNumber());
    const put = (json: Record<string, string>) =>
      callRest(server, "PUT", "/api/user", { token, json: { name: "Asha", ...proof, ...json } });
    expect((await put({})).status).toBe(400);
    const { status, body } = await put({ presentOtp });
    expect([status, body.data]).toEqual([
      200,
      { userId, name: "Asha", phoneNumber: proof.phoneNumber, email: null },
    ]);
  });

  test("ends all other sessions of the account", async () => {
    const traveller = await signIn(server);
    const oldPhone = await signIn(server, traveller.phoneNumber);
    const stranger = await signIn(server);
    const phoneNumber = newPhoneNumber();
    await traveller.do(documents.updateProfile, await numberProof(traveller, phoneNumber));
    expect(await me(oldPhone)).toBeNull();
    expect(await me(traveller)).toMatchObject({ phoneNumber });
    expect(await me(stranger)).toMatchObject({ userId: stranger.userId });
  });

  test("is used for the next login, and the old number becomes available to another user", async () => {
    const traveller = await signIn(server);
    const phoneNumber = newPhoneNumber();
    await traveller.do(documents.updateProfile, await numberProof(traveller, phoneNumber));
    expect((await signIn(server, phoneNumber)).userId).toBe(traveller.userId);
    expect((await signIn(server, traveller.phoneNumber)).userId).not.toBe(traveller.userId);
  });

  test("that belongs to another account is rejected with CONFLICT, and changes neither account", async () => {
    const traveller = await signIn(server);
    const other = await signIn(server);
    const laptop = await signIn(server, traveller.phoneNumber);
    const proof = await numberProof(traveller, other.phoneNumber);
    const answer = await update(traveller, { name: "Asha", ...proof });
    expect(errorCodes(getUserErrors(answer))).toEqual(["phoneNumber: CONFLICT"]);
    expect(await me(traveller)).toMatchObject({ name: "", phoneNumber: traveller.phoneNumber });
    expect(await me(other)).toMatchObject({ userId: other.userId, phoneNumber: other.phoneNumber });
    expect(await me(laptop)).toMatchObject({ userId: traveller.userId });
  });

  test("is assigned to only one of two concurrent callers", async () => {
    const travellers = [await signIn(server), await signIn(server)];
    const phoneNumber = newPhoneNumber();
    const otp = await codeFor(server, phoneNumber);
    const answers = await Promise.all(
      travellers.map(async (traveller) => {
        const presentOtp = await codeFor(server, traveller.phoneNumber);
        return update(traveller, { phoneNumber, otp, presentOtp });
      }),
    );
    const outcomes = answers.map((answer) => errorCodes(getUserErrors(answer)).join());
    expect(outcomes.sort()).toEqual(["", "otp: OTP_INVALID"]);
  });

  test("that is the current number in another format changes nothing", async () => {
    const traveller = await signIn(server);
    const { phoneNumber } = traveller;
    const national = phoneNumber.slice(3);
    const user = await traveller.do(documents.updateProfile, {
      phoneNumber: `0${national.slice(0, 5)} ${national.slice(5)}`,
    });
    expect(user.phoneNumber).toBe(phoneNumber);
  });
});
