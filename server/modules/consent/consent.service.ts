/**
 * Consents to the use of an applicant's personal data: who agreed to which sentence, and when. Guards: none of its own;
 * who calls has looked whose applicant it is. What was given is kept as long as the applicant is.
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../adapters/crypto/keyRing";
import type { Database } from "../../db/database";
import type { ConsentEntity } from "./consent.entity";
import { findConsents, insertConsent } from "./consent.repository";
import { consentText, type GivenConsent } from "./consent.rules";
import { openGuardianName, sealGuardianName } from "./consent.sealing";

/** A consent as the applicant's owner and staff see it. */
export interface ConsentView extends GivenConsent {
  visaApplicantId: string;
  /** The sentence that was agreed to. */
  text: string;
  givenAt: string;
  /** Whose account it was given from. */
  givenByUserId: string;
}

export class ConsentService {
  readonly #deps: { db: Database; keys: KeyRing };

  constructor(deps: { db: Database; keys: KeyRing }) {
    this.#deps = deps;
  }

  /** All that was given for applicants that the caller has been allowed to see, oldest first; the last one counts. */
  async listOf(visaApplicantIds: readonly string[]): Promise<ConsentView[]> {
    const { db, keys } = this.#deps;
    const rows = await findConsents(db.rows, visaApplicantIds);
    return rows.map((row) => openConsent(keys, row));
  }

  /** Keeps a consent in the transaction of the applicant; the same once more stays the one that it was. */
  async record(
    transaction: EntityManager,
    visaApplicantId: string,
    consent: GivenConsent,
    { at, userId }: { at: Date; userId: string },
  ): Promise<void> {
    const { keys } = this.#deps;
    const { kind, textVersion, guardianName } = consent;
    const last = (await findConsents(transaction, [visaApplicantId])).at(-1);
    if (last && isDeepStrictEqual(givenIn(keys, last), consent)) return;
    const consentId = randomUUID();
    await insertConsent(transaction, {
      consentId,
      visaApplicantId,
      kind,
      textVersion,
      guardianNameSealed: sealGuardianName(keys, consentId, guardianName),
      givenAt: at.toISOString(),
      givenByUserId: userId,
    });
  }
}

function openConsent(keys: KeyRing, row: ConsentEntity): ConsentView {
  const { visaApplicantId, givenAt, givenByUserId, textVersion, kind } = row;
  const text = consentText(textVersion, kind);
  return { ...givenIn(keys, row), visaApplicantId, text, givenAt, givenByUserId };
}

function givenIn(keys: KeyRing, row: ConsentEntity): GivenConsent {
  const { kind, textVersion } = row;
  return { kind, textVersion, guardianName: openGuardianName(keys, row) };
}
