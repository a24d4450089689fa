import { beforeEach, describe, expect, test } from "@jest/globals";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { makeMemoryLimiter } from "../../platform/rateLimiting/limiter";
import { DomainError } from "../../core/errors";
import { solveDeviceChallenge } from "../../test/kit/personas/deviceChallenge";
import { findDeviceChallenge, DeviceChecks, DeviceUnchecked } from "./deviceCheck.service";

const phoneNumber = "+919876543210";
let now: Date;
let checks: DeviceChecks;
let challenge: string;
beforeEach(async () => {
  now = new Date();
  checks = new DeviceChecks({
    clock: { now: () => now },
    keys: new KeyRing("k".repeat(32)),
    db: { limiter: makeMemoryLimiter },
  });
  const refuse = () => Promise.reject(new DeviceUnchecked());
  const refusal: unknown = await checks
    .challengeIfUnchecked(phoneNumber, refuse)
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "DEVICE_CHECK_REQUIRED", status: 403 });
  challenge = findDeviceChallenge(refusal)!;
});

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString("base64");
const decode = (solution: string) =>
  JSON.parse(Buffer.from(solution, "base64").toString()) as {
    challenge: { parameters: Record<string, unknown>; signature: string };
    solution: { counter: number; derivedKey: string };
  };

describe("a solution", () => {
  test("is accepted once, even if it is sent three times concurrently", async () => {
    const solution = await solveDeviceChallenge(challenge);
    const redeemed = await Promise.all([1, 2, 3].map(() => checks.redeem(phoneNumber, solution)));
    expect(redeemed.filter(Boolean)).toHaveLength(1);
    expect(await checks.redeem(phoneNumber, solution)).toBe(false);
  });

  test("is rejected for another number and stays valid for the right one", async () => {
    const solution = await solveDeviceChallenge(challenge);
    expect(await checks.redeem("+919876543211", solution)).toBe(false);
    expect(await checks.redeem(phoneNumber, solution)).toBe(true);
  });

  test("expires after five minutes", async () => {
    const solution = await solveDeviceChallenge(challenge);
    now = new Date(now.getTime() + 5 * 60_000);
    expect(await checks.redeem(phoneNumber, solution)).toBe(false);
  });

  test("is rejected if the challenge was altered, its signature was forged or the derived key was guessed", async () => {
    const solved = decode(await solveDeviceChallenge(challenge));
    const { parameters, signature } = solved.challenge;
    const altered = (changes: object) => ({
      ...solved,
      challenge: { signature, parameters: { ...parameters, ...changes } },
    });
    const guesses = [
      altered({ cost: 1 }),
      altered({ keyPrefix: "00" }),
      altered({ expiresAt: Number(parameters["expiresAt"]) + 3600 }),
      {
        ...solved,
        solution: { counter: 200, derivedKey: `${String(parameters["keyPrefix"])}${"0".repeat(32)}` },
      },
      { ...solved, challenge: { parameters, signature: "0".repeat(signature.length) } },
    ];
    for (const guess of guesses) expect(await checks.redeem(phoneNumber, encode(guess))).toBe(false);
  });

  test.each([
    ["missing", null],
    ["empty", ""],
    ["not base64", "%%%"],
    ["not JSON", encode("x").slice(3)],
    ["the JSON value null", encode(null)],
    ["incomplete", encode({ challenge: { parameters: null }, solution: {} })],
    ["too long", encode({ challenge: "x".repeat(5_000) })],
  ])("is rejected if it is %s", async (_what, solution) => {
    expect(await checks.redeem(phoneNumber, solution)).toBe(false);
  });
});

test("challengeIfUnchecked returns the result and rethrows other errors", async () => {
  const refuse = () => Promise.reject(new DomainError("RATE_LIMITED", "Wait"));
  await expect(checks.challengeIfUnchecked(phoneNumber, refuse)).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
  expect(await checks.challengeIfUnchecked(phoneNumber, async () => "sent")).toBe("sent");
});
