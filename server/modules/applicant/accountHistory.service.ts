/**
 * An account's history, used to verify that a phone number still belongs to the account's owner. Also moves the history
 * of a newer account to the older account that is restored.
 */
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { Actor, AuditService } from "../audit/audit.service";
import type { IdentityClaim, AccountHistory } from "../auth/olderAccount.rules";
import type { PartnerMemberService } from "../partner/partnerMember.service";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import type { FileService } from "../file/file.service";
import { decryptKeptDetails } from "./kept/keptApplicant.crypto";
import * as kept from "./kept/keptApplicant.repository";
import { removeCopies } from "./kept/keptCopy.logic";
import { findApplicantsOfUser } from "./applicant.repository";
import { findPassportIndexes } from "./applicant.crypto";

export class AccountHistoryService implements AccountHistory {
  constructor(
    private readonly deps: {
      audit: AuditService;
      fileService: Pick<FileService, "removeKept">;
      keys: KeyRing;
      partnerMembers: Pick<PartnerMemberService, "listMemberships" | "move">;
      visaRequests: VisaRequestService;
    },
  ) {}

  async hasAny(db: EntityManager, userId: string): Promise<boolean> {
    const { partnerMembers, visaRequests } = this.deps;
    return (
      (await visaRequests.countByUser(db, userId)) > 0 ||
      (await kept.findKeptIds(db, userId)).length > 0 ||
      (await partnerMembers.listMemberships(db, userId)).length > 0
    );
  }

  async hasApplicants(db: EntityManager, userId: string): Promise<boolean> {
    return (await findApplicantsOfUser(db, userId)).length > 0;
  }

  /**
   * True if an applicant of the account has the given date of birth or passport number. If both are given, the same
   * applicant has to match both.
   */
  async matchesApplicant(
    db: EntityManager,
    userId: string,
    { dateOfBirth, passportNumber }: IdentityClaim,
  ): Promise<boolean> {
    const indexes = passportNumber && findPassportIndexes(this.deps.keys, passportNumber);
    const applicants = await findApplicantsOfUser(db, userId);
    return applicants.some(
      (applicant) =>
        (!dateOfBirth || applicant.dateOfBirth === dateOfBirth) &&
        (!indexes || indexes.includes(applicant.passportNumberIndex)),
    );
  }

  async moveAll(transaction: EntityManager, by: Actor, whose: { from: string; to: string }): Promise<void> {
    const { keys, partnerMembers, visaRequests } = this.deps;
    await visaRequests.move(transaction, whose);
    await visaRequests.releaseCases(transaction, whose.from);
    const note = { by, ownerUserId: whose.to };
    // If both accounts keep the same applicant, the newer account's copy wins. The copies may have been indexed with
    // different data keys, so their stored blind indexes cannot be compared.
    const passports = (await kept.findAllKept(transaction, whose.from)).flatMap((row) =>
      findPassportIndexes(keys, decryptKeptDetails(keys, row).passportNumber),
    );
    await this.#removeKept(transaction, await kept.findKeptIds(transaction, whose.to, passports), note);
    await kept.moveKept(transaction, whose);
    // The newer account's choice applies: a refusal deletes the older account's kept applicants.
    if ((await kept.findChoice(transaction, whose.to))?.isOn === false)
      await this.#removeKept(transaction, await kept.findKeptIds(transaction, whose.to), note);
    await partnerMembers.move(transaction, whose);
  }

  /** Removes the rows of kept applicants; the sweep removes the bytes of their files. */
  async #removeKept(
    transaction: EntityManager,
    ids: readonly string[],
    note: { by: Actor; ownerUserId: string },
  ): Promise<void> {
    await removeCopies(this.deps, transaction, ids);
    for (const id of ids) await this.deps.audit.record(transaction, "APPLICANT_FORGOTTEN", id, note);
  }
}
