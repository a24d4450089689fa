import { expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { newPhoneNumber } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { callGraphql } from "../kit/wire/callApi";

const guesser = RunningServer.shared();
const owner = RunningServer.shared();

const bring = async (by: RunningServer, phoneNumber: string, otp: string) => {
  const answer = await callGraphql(by, documents.verifyOtp, { variables: { input: { phoneNumber, otp } } });
  return Boolean(answer.data.verifyOtp.session);
};

async function requestCode(by: RunningServer, phoneNumber: string): Promise<string> {
  await callGraphql(by, documents.requestOtp, { variables: { input: { phoneNumber } } });
  return by.readCode(phoneNumber);
}

test("each response to a wrong code after the first is delayed by 2 more seconds, to at most 5 s; a correct code is not delayed", async () => {
  const [own, shared] = [newPhoneNumber(), newPhoneNumber()];
  const codes = [await requestCode(owner, own), await requestCode(guesser, shared)] as const;
  const startedAt = Date.now();
  const answered: string[] = [];
  const guesses = Array.from({ length: 15 }, async () => {
    expect(await bring(guesser, newPhoneNumber(), "123456")).toBe(false);
    answered.push("wrong");
  });
  // Waits for the response to the first wrong code, which is not delayed.
  while (answered.length < 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await bring(owner, own, codes[0])).toBe(true);
  expect(await bring(guesser, shared, codes[1])).toBe(true);
  answered.push("right");
  await Promise.all(guesses);
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(4_900);
  expect(answered.at(-1)).toBe("wrong");
});
