/** An account's history, used to verify that its phone number still belongs to its owner. */
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { IdentityClaim, AccountHistory } from "../auth/identity.rules";
import { countRequestsByUser, moveRequests } from "../visaRequest/visaRequest.repository";
import { findApplicantsOfUser } from "./applicant.repository";
import { findPassportIndexes } from "./applicant.crypto";

export class AccountHistoryService implements AccountHistory {
  constructor(private readonly keys: KeyRing) {}

  async hasRequests(db: EntityManager, userId: string): Promise<boolean> {
    return (await countRequestsByUser(db, userId)) > 0;
  }

  async hasApplicants(db: EntityManager, userId: string): Promise<boolean> {
    return (await findApplicantsOfUser(db, userId)).length > 0;
  }

  /**
   * True if an applicant of the account has that date of birth or passport. If both are given, the same
   * applicant has to match both.
   */
  async matchesApplicant(
    db: EntityManager,
    userId: string,
    { dateOfBirth, passportNumber }: IdentityClaim,
  ): Promise<boolean> {
    const indexes = passportNumber && findPassportIndexes(this.keys, passportNumber);
    const travellers = await findApplicantsOfUser(db, userId);
    return travellers.some(
      (traveller) =>
        (!dateOfBirth || traveller.dateOfBirth === dateOfBirth) &&
        (!indexes || indexes.includes(traveller.passportNumberIndex)),
    );
  }

  async moveRequests(transaction: EntityManager, whose: { from: string; to: string }): Promise<void> {
    await moveRequests(transaction, whose);
  }
}
