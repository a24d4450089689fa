/**
 * Applicants whom an account keeps for its next application. Guards: only the account's own applications, only after a
 * payment, and only with a consent. Each copy has its own rows, keys and files, so that changing the original or the
 * copy does not affect the other, except that a correction of the original replaces the copy. Calls: the file module
 * for the bytes.
 */
import type { EntityManager } from "typeorm";
import { todayInKolkata } from "../../../core/day.rules";
import { DomainError, notFound } from "../../../core/errors";
import { requirePerson, requireSession, type Principal } from "../../../core/principal";
import type { SentConsent } from "../../consent/consent.rules";
import { findKeepingText, keepingConsent } from "../../consent/keepingConsent.rules";
import { findFilesByKeptApplicants } from "../../file/file.reads";
import type { ApplicantView } from "../applicant.view";
import type { ApplicantService } from "../applicant.service";
import { decryptKeptDetails, openKept } from "./keptApplicant.crypto";
import * as kept from "./keptApplicant.repository";
import { cannotKeepReason, isExpired, notOwnApplication } from "./keptApplicant.rules";
import { keepCopy, removeCopies } from "./keptCopy.logic";
import type { ApplicantDeps } from "../submission/applicantDeps.logic";

export class KeptApplicantService {
  constructor(private readonly deps: ApplicantDeps & { applicants: ApplicantService }) {}

  async listMine(caller: Principal) {
    const { userId } = requirePerson(caller, "keptApplicants");
    return this.#list(userId);
  }

  /** Errors: NOT_FOUND, INVALID for an outdated consent text, INVALID_STATE. */
  async keep(
    caller: Principal,
    { visaRequestId, consentTextVersion }: { visaRequestId?: string | null; consentTextVersion: string },
  ) {
    const { userId } = requirePerson(caller, "keepApplicants");
    const { applicants, clock, db, visaRequests } = this.deps;
    if (consentTextVersion !== keepingConsent.version)
      throw new DomainError("INVALID", "The text of the consent has changed. Please load the page again", {
        field: "consentTextVersion",
      });
    const request = visaRequestId ? await visaRequests.getRequest(caller, visaRequestId) : undefined;
    const reason = request && cannotKeepReason(request, userId);
    if (reason) throw new DomainError("INVALID_STATE", reason);
    const decidedAt = await db.write((transaction) => this.#saveConsent(transaction, userId));
    if (!request) return this.#list(userId);
    const today = todayInKolkata(clock.now());
    for (const { applicant, consent } of await applicants.findWithConsents([request.visaRequestId]))
      if (!isExpired(applicant.passportExpireDate, today))
        await keepCopy(this.deps, caller, applicant, { consent, decidedAt });
    return this.#list(userId);
  }

  /** Deletes the given kept applicants; without ids, deletes all and withdraws the consent. Errors: NOT_FOUND. */
  async forget(caller: Principal, keptApplicantIds?: readonly string[] | null) {
    const { userId } = requirePerson(caller, "forgetApplicants");
    const { audit, clock, db, fileService } = this.deps;
    const gone = await db.write(async (transaction) => {
      const own = await kept.findKeptIds(transaction, userId);
      const ids = keptApplicantIds ? [...new Set(keptApplicantIds)] : own;
      if (ids.some((id) => !own.includes(id))) throw notFound();
      const files = await removeCopies(this.deps, transaction, ids);
      for (const id of ids)
        await audit.record(transaction, "APPLICANT_FORGOTTEN", id, { by: caller, ownerUserId: userId });
      const decidedAt = clock.now().toISOString();
      if (!keptApplicantIds)
        await kept.saveChoice(transaction, { userId, isOn: false, textVersion: null, decidedAt });
      return files;
    });
    await fileService.discard(gone);
    if (gone.length > 0) await db.purgeDeleted();
    return this.#list(userId);
  }

  /**
   * Adds a kept applicant to an unpaid request. Errors: NOT_FOUND if the applicant is no longer kept, INVALID_STATE for
   * an application of a partner, and those of `ApplicantService.create`.
   */
  async add(
    caller: Principal,
    input: {
      visaRequestId: string;
      keptApplicantId: string;
      consent: SentConsent;
      idempotencyKey?: string | null;
    },
  ): Promise<ApplicantView> {
    const { userId } = requirePerson(caller, "addKeptApplicant");
    const { applicants, clock, db, fileService, keys, visaRequests } = this.deps;
    const { visaRequestId, keptApplicantId, consent, idempotencyKey } = input;
    const request = await visaRequests.getRequest(caller, visaRequestId);
    if (request.userId !== userId) throw new DomainError("INVALID_STATE", notOwnApplication);
    const row = await kept.findKeptById(db.rows, keptApplicantId);
    if (row?.userId !== userId || isExpired(row.expiresOn, todayInKolkata(clock.now()))) throw notFound();
    const { guardianName: _before, mrz, ...details } = decryptKeptDetails(keys, row);
    const files = await findFilesByKeptApplicants(db.rows, [keptApplicantId]);
    const copies = await Promise.all(files.map((file) => fileService.readForCopy(file)));
    return applicants.create(caller, visaRequestId, {
      details,
      copies,
      mrzOfCopy: mrz,
      consent,
      idempotencyKey,
    });
  }

  /**
   * Copies an applicant again after a correction, if the account keeps a copy. A failure is only logged, because the
   * correction has already been stored.
   */
  async refresh(
    caller: Principal,
    { visaApplicantId, visaRequestId }: Pick<ApplicantView, "visaApplicantId" | "visaRequestId">,
  ): Promise<void> {
    const { userId } = requireSession(caller);
    const { applicants, db, log } = this.deps;
    try {
      const copies = await kept.findCopyIds(db.read, userId, visaApplicantId);
      const choice = await kept.findChoice(db.read, userId);
      if (copies.length === 0 || !choice) return;
      const { decidedAt } = choice;
      const all = await applicants.findWithConsents([visaRequestId]);
      const corrected = all.find(({ applicant }) => applicant.visaApplicantId === visaApplicantId);
      if (!corrected) return;
      const { applicant, consent } = corrected;
      await keepCopy(this.deps, caller, applicant, { consent, decidedAt, isRefresh: true });
    } catch (err) {
      log.error({ err, visaApplicantId }, "kept applicant not refreshed");
    }
  }

  async findForExport(userId: string) {
    const { db, keys } = this.deps;
    const applicants = (await kept.findAllKept(db.read, userId)).map((row) => openKept(keys, row));
    const files = await findFilesByKeptApplicants(
      db.rows,
      applicants.map(({ keptApplicantId }) => keptApplicantId),
    );
    return applicants.map((view) => ({
      view,
      files: files.filter(({ visaApplicantId }) => visaApplicantId === view.keptApplicantId),
    }));
  }

  /** Returns the account's choice, with the text that it agreed to; undefined if it never answered. */
  async findConsentForExport(userId: string) {
    const answer = await kept.findChoice(this.deps.db.read, userId);
    if (!answer) return undefined;
    const { isOn, textVersion, decidedAt } = answer;
    return { isOn, textVersion, text: findKeepingText(textVersion) ?? null, decidedAt };
  }

  /**
   * Removes all kept applicants of an account; the caller discards the bytes of the returned files after the commit.
   */
  async removeByUser(transaction: EntityManager, userId: string): Promise<{ fileId: string }[]> {
    const gone = await removeCopies(this.deps, transaction, await kept.findKeptIds(transaction, userId));
    await kept.removeAnswer(transaction, userId);
    return gone;
  }

  /** Removes at most `limit` kept applicants whose passports have expired, and returns their number. */
  async removeExpired(limit: number): Promise<number> {
    const { audit, clock, db, fileService } = this.deps;
    const today = todayInKolkata(clock.now());
    const { gone, count } = await db.write(async (transaction) => {
      const rows = await kept.findExpiredKept(transaction, today, limit);
      const removed = await removeCopies(
        this.deps,
        transaction,
        rows.map(({ keptApplicantId }) => keptApplicantId),
      );
      for (const { keptApplicantId, userId: ownerUserId } of rows)
        await audit.record(transaction, "APPLICANT_FORGOTTEN", keptApplicantId, {
          by: "SYSTEM",
          ownerUserId,
        });
      return { gone: removed, count: rows.length };
    });
    await fileService.discard(gone);
    return count;
  }

  async #list(userId: string) {
    const { clock, db, keys } = this.deps;
    const rows = await kept.findKept(db.rows, userId, todayInKolkata(clock.now()));
    const answer = await kept.findChoice(db.read, userId);
    return {
      isOn: answer?.isOn ?? null,
      consentText: keepingConsent.text,
      consentTextVersion: keepingConsent.version,
      applicants: rows.map((row) => openKept(keys, row)),
    };
  }

  /**
   * Records consent to the current text unless it is already given. Returns the time of the consent, which concurrent
   * calls share.
   */
  async #saveConsent(transaction: EntityManager, userId: string): Promise<string> {
    const { version: textVersion } = keepingConsent;
    const present = await kept.findChoice(transaction, userId);
    if (present?.isOn && present.textVersion === textVersion) return present.decidedAt;
    const decidedAt = this.deps.clock.now().toISOString();
    await kept.saveChoice(transaction, { userId, isOn: true, textVersion, decidedAt });
    return decidedAt;
  }
}
