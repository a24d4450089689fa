/**
 * Sends codes that prove access to a mobile number; `CodeAttemptService` checks them. Requests are limited by number and
 * by address. Responses do not reveal whether a number is known.
 */
import { randomInt, randomUUID } from "node:crypto";
import type { Platform } from "../../platform/adapters/Platform";
import type { RowSource } from "../../platform/db/rowSource";
import { DomainError, throwIfAny } from "../../core/errors";
import { requirePerson, type Principal } from "../../core/principal";
import type { AuditService } from "../audit/audit.service";
import { describeFailure } from "../notification/deliveryFailure.logic";
import { fillSms } from "../notification/messageTexts.rules";
import { toStoredPhone } from "../user/phoneCountry.rules";
import { findUser } from "../user/user.reads";
import { rateLimited, tooManyAttempts } from "../../platform/rateLimiting/rateLimited";
import type { AddressLimits } from "./addressLimits.service";
import * as stored from "./auth.repository";
import { checkPhone } from "./codeAttempts.rules";
import type { DeviceChecks } from "./deviceCheck.service";
import {
  codeDigits,
  codeLifeSeconds,
  fixedCode,
  planSend,
  resendAfterSeconds,
  testNumbers,
} from "./loginCode.rules";
import { hashLoginSecret, indexNetwork, indexNumber, makeLoginSecret } from "./loginSecret.crypto";
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

export class LoginCodeService {
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
          const indexes = indexNumber(keys, phone);
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
            askedFrom: indexNetwork(keys, caller.address),
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
}

/** In the test world: true for test numbers and the caller's number, which get the fixed code instead of an SMS. */
async function isFixedCode(source: RowSource, { session }: Principal, phone: string): Promise<boolean> {
  if (phone.startsWith(testNumbers)) return true;
  return session !== undefined && (await findUser(source, session.userId))?.phoneNumber === phone;
}
