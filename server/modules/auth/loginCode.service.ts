/**
 * Codes that prove access to a mobile number. Invariants: a code works once and allows only a few attempts, which are
 * counted per caller so that strangers cannot lock out the owner. Requests are limited by number and by address.
 * Responses do not reveal whether a number is known.
 */
import { randomInt, randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import type { RowSource } from "../../platform/db/rowSource";
import { DomainError, throwIfAny, type Violation, type UserErrorCode } from "../../core/errors";
import { toNetwork } from "../../platform/rateLimiting/networks";
import { requirePerson, type Principal } from "../../core/principal";
import type { AuditService } from "../audit/audit.service";
import { describeFailure } from "../notification/deliveryFailure.logic";
import { fillSms } from "../notification/messageTexts.rules";
import { toStoredPhone } from "../user/phoneCountry.rules";
import { findUser, findUserByPhone } from "../user/user.reads";
import type { CodeProof, UserCodes } from "../user/user.service";
import { rateLimited, tooManyAttempts } from "../../platform/rateLimiting/rateLimited";
import type { AddressLimits } from "./addressLimits.service";
import type { LoginCodeEntity } from "./auth.entity";
import * as stored from "./auth.repository";
import {
  checkPhone,
  countAttempts,
  countAttempt,
  isLastAttempt,
  wrongCode,
  type Attempt,
} from "./codeAttempts.rules";
import type { DeviceChecks } from "./deviceCheck.service";
import {
  codeDigits,
  codeLifeSeconds,
  fixedCode,
  planSend,
  resendAfterSeconds,
  testNumbers,
} from "./loginCode.rules";
import { hashLoginSecret, makeLoginSecret } from "./loginSecret.crypto";
import { toRange } from "./smsBudget.rules";
import type { SmsBudgetService } from "./smsBudget.service";

const templates = { LOGIN: "login-code", NUMBER_CHANGE: "number-code" } as const;
type CodePurpose = keyof typeof templates;

export interface CodeRequest {
  phoneNumber: string;
  /** Challenge id of the code to replace. */
  handle?: string | null;
  deviceToken?: string | null;
  /** Solution of the challenge from the previous error; see `DeviceChecks`. */
  deviceSolution?: string | null;
  purpose?: CodePurpose;
}

interface Deps extends Pick<Platform, "db" | "clock" | "sms" | "keys" | "log" | "world"> {
  audit: AuditService;
  smsBudget: SmsBudgetService;
  deviceChecks: DeviceChecks;
  limits: AddressLimits;
  brand: string;
}

export class LoginCodeService implements UserCodes {
  constructor(private readonly deps: Deps) {}

  /**
   * Sends a code and voids the one with the given challenge id. Throws UNAUTHENTICATED for NUMBER_CHANGE without a
   * session, REQUIRED, INVALID, DEVICE_CHECK_REQUIRED, RATE_LIMITED, PROVIDER_UNAVAILABLE.
   */
  async send(caller: Principal, request: CodeRequest) {
    const { phoneNumber, handle: olderHandle, deviceToken, deviceSolution, purpose = "LOGIN" } = request;
    // A stranger must not be able to alarm users with an SMS about a change of their number.
    if (purpose === "NUMBER_CHANGE") requirePerson(caller, "updateProfile");
    const { audit, db, clock, deviceChecks, keys, limits, smsBudget } = this.deps;
    throwIfAny(checkPhone(phoneNumber));
    const phone = toStoredPhone(phoneNumber)!;
    throwIfAny(smsBudget.checkCountry(phone));
    const isChecked = await deviceChecks.redeem(phone, deviceSolution);
    // A request with a solution is not counted again: it was counted when it got the challenge, and a solution works
    // only once.
    if (!isChecked) await limits.delayRejections(caller.address, () => limits.countSend(caller));

    const loginCodeId = randomUUID();
    const handle = makeLoginSecret();
    const isFixed = this.deps.world.name === "test" && (await isFixedCode(db.rows, caller, phone));
    const code = isFixed ? fixedCode : String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0");
    const now = clock.now();
    const resendInSeconds = await deviceChecks.challengeIfUnchecked(phone, () =>
      // The lock is per number, because the limit depends only on the number's codes. The budget is for all numbers, so
      // concurrent requests may exceed it slightly.
      db.write(
        async (transaction) => {
          const indexes = this.#indexNumber(phone);
          const sent = await stored.findSentCodes(transaction, phone, { indexes, now });
          const device = deviceToken && hashLoginSecret(deviceToken);
          const isKnownDevice = !!device && (await stored.isDeviceOfPhone(transaction, device, phone));
          const { wait, isOfDevice } = planSend(sent.own, { isKnownDevice, now });
          if (wait > 0) throw rateLimited(wait, tooManyAttempts);
          smsBudget.spend(phone, sent, { isKnownDevice, isChecked, now });
          const insert = stored.toInsertOfCode({
            loginCodeId,
            phoneNumber: phone,
            codeHash: keys.hashCode(phone, loginCodeId, code),
            handleHash: hashLoginSecret(handle),
            askedFrom: this.#networkIndex(caller),
            tries: 0,
            triesFrom: {},
            isOfDevice,
            state: "OPEN",
            createdAt: now.toISOString(),
            expiresAt: new Date(now.getTime() + codeLifeSeconds * 1000).toISOString(),
          });
          await audit.record(transaction, "CODE_ASKED", loginCodeId, { by: caller, changes: [insert] });
          const next = planSend([...sent.own, { at: now, isOfDevice }], { isKnownDevice, now });
          return Math.max(resendAfterSeconds, next.wait);
        },
        { lock: `code ${phone}` },
      ),
    );

    await this.#deliver(loginCodeId, phone, code, purpose);
    // The older code is voided only now, because it must still work if the provider rejects the new one.
    if (olderHandle)
      await db.write((transaction) => stored.voidCode(transaction, phone, hashLoginSecret(olderHandle)));
    return { sent: true, expiresInSeconds: codeLifeSeconds, resendInSeconds, handle };
  }

  /** Sends the code. If the SMS provider does not accept it, removes the code and logs the reason. */
  async #deliver(loginCodeId: string, phone: string, code: string, purpose: CodePurpose): Promise<void> {
    const { brand, db, log, sms } = this.deps;
    const template = templates[purpose];
    try {
      const text = fillSms(template, brand, [code]);
      await sms.send({ id: loginCodeId, to: phone, template, params: [code], text });
    } catch (error) {
      describeFailure(log, { template }, error);
      await db.write((transaction) => stored.removeCode(transaction, loginCodeId));
      if (error instanceof DomainError) throw error;
      throw new DomainError("PROVIDER_UNAVAILABLE", "We could not send the code. Please try again");
    }
  }

  /**
   * Voids the codes of a phone number, and replaces the number in them by a keyed index. They still count towards the
   * limits, because otherwise a person could get unlimited codes by erasing the account repeatedly.
   */
  async anonymise(transaction: EntityManager, phoneNumber: string): Promise<void> {
    await stored.anonymiseCodes(transaction, phoneNumber, this.#indexNumber(phoneNumber)[0]!);
  }

  /**
   * Runs `work` in the transaction that uses up the codes. If they are right, `prepare` runs first, outside any
   * transaction; until it ends, the codes stay open. Throws OTP_INVALID, OTP_EXPIRED, RATE_LIMITED.
   */
  async withCodes<T>(
    caller: Principal,
    proofs: readonly CodeProof[],
    work: (transaction: EntityManager) => Promise<T>,
    prepare?: () => Promise<void>,
  ): Promise<T> {
    if (!prepare) return this.#tryCodes(caller, proofs, "USED", work);
    const codes = await this.#tryCodes(caller, proofs, "OPEN", async (_transaction, right) => right);
    await prepare();
    return this.deps.db.write(async (transaction) => {
      for (const { loginCodeId } of codes)
        // Another call has used or voided the code since.
        if (!(await stored.useCode(transaction, loginCodeId))) throw DomainError.of([wrongCode()]);
      return work(transaction);
    });
  }

  /**
   * Counts an attempt at each code. If all are right, sets their state and runs `work` in the same transaction. Throws
   * like `withCodes`.
   */
  async #tryCodes<T>(
    caller: Principal,
    proofs: readonly CodeProof[],
    stateIfRight: "USED" | "OPEN",
    work: (transaction: EntityManager, codes: LoginCodeEntity[]) => Promise<T>,
  ): Promise<T> {
    const { db, limits } = this.deps;
    for (const _proof of proofs) await limits.countAttempt(caller);
    // Attempts for a number without a code write nothing, so that they do not delay other writers in SQLite's queue.
    const mayExist =
      db.hasOtherWriters ||
      (await Promise.all(proofs.map((proof) => this.#findOpenCode(db.rows, caller, proof)))).some(Boolean);
    if (!mayExist) throw DomainError.of(proofs.map(({ field }) => wrongCode(field)));
    // A wrong attempt stays counted, so violations are thrown after the commit.
    const outcome = await db.write<Violation<UserErrorCode>[] | { result: T }>(async (transaction) => {
      const tried = [];
      for (const proof of proofs) tried.push(await this.#checkCode(transaction, caller, proof));
      const violations = tried.flatMap(({ violation }) => violation ?? []);
      const codes = tried.flatMap(({ counted }) => counted ?? []);
      const isRight = violations.length === 0;
      const state = isRight ? stateIfRight : "OPEN";
      for (const code of codes) await stored.saveAttempts(transaction, code.loginCodeId, { ...code, state });
      return isRight ? { result: await work(transaction, codes) } : violations;
    });
    if (Array.isArray(outcome)) throw DomainError.of(outcome);
    return outcome.result;
  }

  /**
   * Returns the stored code with this attempt counted, if it is open and allows another attempt, and a violation unless
   * `otp` matches it and it is still valid.
   */
  async #checkCode(
    transaction: EntityManager,
    caller: Principal,
    proof: CodeProof,
  ): Promise<{ counted?: LoginCodeEntity; violation?: Violation<UserErrorCode> }> {
    const { audit, clock, keys } = this.deps;
    const { phoneNumber, otp, handle, field = "otp" } = proof;
    const now = clock.now();
    const code = await this.#findOpenCode(transaction, caller, proof);
    const attempt: Attempt = handle
      ? { hasHandle: true }
      : { hasHandle: false, network: this.#networkIndex(caller) };
    const counted = code && countAttempt(code, attempt);
    if (!counted) return { violation: wrongCode(field) };
    if (counted.expiresAt <= now.toISOString())
      return {
        counted,
        violation: { field, code: "OTP_EXPIRED", message: "This code has expired. Please ask for a new one" },
      };
    const { codeHash, loginCodeId } = counted;
    if (keys.matchesCode(codeHash, phoneNumber, loginCodeId, otp.trim())) return { counted };
    const times = countAttempts(counted);
    // Records only the first and the last attempt at a real code, so that guessing cannot flood the audit
    // log.
    if (times === 1 || isLastAttempt(counted, attempt)) {
      const ownerUserId = (await findUserByPhone(transaction, phoneNumber))?.userId;
      const note = { by: caller, ...(ownerUserId && { ownerUserId }), details: { times } };
      await audit.record(transaction, "CODE_REFUSED", loginCodeId, note);
    }
    return { counted, violation: wrongCode(field) };
  }

  async #findOpenCode(
    source: RowSource,
    caller: Principal,
    { phoneNumber, handle }: CodeProof,
  ): Promise<LoginCodeEntity | undefined> {
    const code = handle
      ? await stored.findCodeByHandle(source, phoneNumber, hashLoginSecret(handle))
      : await stored.findNewestCode(source, phoneNumber, {
          askedFrom: this.#networkIndex(caller),
          now: this.deps.clock.now(),
        });
    return code?.state === "OPEN" ? code : undefined;
  }

  /** Returns the indexes under each data key, that of the current key first. */
  #indexNumber(phoneNumber: string): stored.NumberIndex[] {
    const { keys } = this.deps;
    const ranges = keys.blindIndexes(toRange(phoneNumber).from, "login-range");
    const numbers = keys.blindIndexes(phoneNumber, "login-number");
    return numbers.map((number, at) => ({ range: ranges[at]!, number }));
  }

  #networkIndex({ address }: Principal): string {
    return this.deps.keys.blindIndex(toNetwork(address), "login-network");
  }
}

/** In the test world: true for test numbers and the caller's number, which get the fixed code instead of an SMS. */
async function isFixedCode(source: RowSource, { session }: Principal, phone: string): Promise<boolean> {
  if (phone.startsWith(testNumbers)) return true;
  return session !== undefined && (await findUser(source, session.userId))?.phoneNumber === phone;
}
