/**
 * Checks the codes that `LoginCodeService` sends. Invariants: a code works once and allows only a few attempts, which are
 * counted per caller so that strangers cannot lock out the owner.
 */
import type { EntityManager } from "typeorm";
import { DomainError, type Violation, type UserErrorCode } from "../../core/errors";
import type { Principal } from "../../core/principal";
import type { Platform } from "../../platform/adapters/Platform";
import type { RowSource } from "../../platform/db/rowSource";
import type { AuditService } from "../audit/audit.service";
import { findUserByPhone } from "../user/user.reads";
import type { CodeProof, UserCodes } from "../user/user.service";
import type { AddressLimits } from "./addressLimits.service";
import type { LoginCodeEntity } from "./auth.entity";
import * as stored from "./auth.repository";
import { countAttempts, countAttempt, isLastAttempt, wrongCode, type Attempt } from "./codeAttempts.rules";
import { hashLoginSecret, indexNetwork, indexNumber } from "./loginSecret.crypto";

interface Deps extends Pick<Platform, "db" | "clock" | "keys"> {
  audit: AuditService;
  limits: AddressLimits;
}

export class CodeAttemptService implements UserCodes {
  constructor(private readonly deps: Deps) {}

  /**
   * Voids the codes of a phone number, and replaces the number in them by a keyed index. They still count towards the
   * limits, because otherwise a person could get unlimited codes by erasing the account repeatedly.
   */
  async anonymise(transaction: EntityManager, phoneNumber: string): Promise<void> {
    await stored.anonymiseCodes(transaction, phoneNumber, indexNumber(this.deps.keys, phoneNumber)[0]!);
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
      : { hasHandle: false, network: indexNetwork(keys, caller.address) };
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
    // Records only the first and the last attempt at a real code, so that guessing cannot flood the audit log.
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
          askedFrom: indexNetwork(this.deps.keys, caller.address),
          now: this.deps.clock.now(),
        });
    return code?.state === "OPEN" ? code : undefined;
  }
}
