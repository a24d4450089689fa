/**
 * A proof of work for unknown devices, required while many codes are requested (`smsBudget.rules`). The
 * challenge is signed instead of stored. It is an ALTCHA challenge, for which libraries exist in many
 * languages.
 */
import { randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { Database } from "../../platform/db/database";
import type { Limiter } from "../../platform/rateLimiting/limiter";
import { DomainError } from "../../core/errors";
import type { Clock } from "../../core/ports";

export const challengeSeconds = 5 * 60;

/**
 * A solution takes about a second on a mid-range phone and 0.3 s on a desktop core. The counter is drawn from the range
 * `counters`, so that a solution takes at most a third longer than the average.
 */
const iterations = 5_000;
const counters = { from: 150, to: 300 };

/** In characters. Longer input cannot be a solution and is not parsed. */
const maxSolutionLength = 2_000;
const solutionForm = z.object({
  challenge: z.object({
    // `createChallenge` signs only flat parameters.
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

const refusal =
  "Many codes are being requested, so new devices are checked first. Reload the page and try again. " +
  "A program solves deviceChallenge and repeats the request with deviceSolution";

/** Thrown if the device must be checked before a code is sent; see `challengeIfUnchecked`. */
export class DeviceUnchecked extends Error {}

export class DeviceChecks {
  readonly #redeemed: Limiter;

  constructor(private readonly deps: { db: Pick<Database, "limiter">; clock: Clock; keys: KeyRing }) {
    this.#redeemed = deps.db.limiter({ name: "device check", points: 1, seconds: challengeSeconds });
  }

  /** Runs `work`. Throws DEVICE_CHECK_REQUIRED with a challenge instead of `DeviceUnchecked`. */
  async challengeIfUnchecked<T>(phoneNumber: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DeviceUnchecked)) throw error;
      const deviceChallenge = await this.#createChallenge(phoneNumber);
      throw new DomainError("DEVICE_CHECK_REQUIRED", refusal, {
        field: "deviceSolution",
        details: { deviceChallenge },
      });
    }
  }

  /** True if `solution` solves a challenge for the number that is neither expired nor already used. */
  async redeem(phoneNumber: string, solution: string | null | undefined): Promise<boolean> {
    const payload = solution ? parseSolution(solution) : undefined;
    // The library would use the system time, but tests set a different clock.
    if (!payload || payload.challenge.parameters.expiresAt * 1000 <= this.deps.clock.now().getTime())
      return false;
    const { verified } = await verifySolution({ ...payload, deriveKey, ...this.#secretsFor(phoneNumber) });
    return verified && !(await this.#redeemed.take(payload.challenge.signature)).isOver;
  }

  async #createChallenge(phoneNumber: string): Promise<string> {
    const challenge = await createChallenge({
      algorithm: "PBKDF2/SHA-256",
      cost: iterations,
      counter: randomInt(counters.from, counters.to),
      deriveKey,
      expiresAt: new Date(this.deps.clock.now().getTime() + challengeSeconds * 1000),
      ...this.#secretsFor(phoneNumber),
    });
    return JSON.stringify(challenge);
  }

  /** Returns secrets that differ per number, so that a solution is useless for another number. */
  #secretsFor(phoneNumber: string) {
    return {
      hmacSignatureSecret: this.deps.keys.blindIndex(phoneNumber, "device-challenge"),
      hmacKeySignatureSecret: this.deps.keys.blindIndex(phoneNumber, "device-challenge-key"),
    };
  }
}

export function findDeviceChallenge(error: unknown): string | undefined {
  return error instanceof DomainError ? error.details?.["deviceChallenge"] : undefined;
}

function parseSolution(text: string): z.infer<typeof solutionForm> | undefined {
  if (text.length > maxSolutionLength) return undefined;
  try {
    return solutionForm.parse(JSON.parse(Buffer.from(text, "base64").toString("utf8")));
  } catch {
    return undefined;
  }
}
