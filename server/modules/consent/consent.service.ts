/**
 * Stores consents to the use of an applicant's personal data: who agreed to which text, and when. Callers check
 * permissions. A consent is retained for as long as its applicant.
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "typeorm";
import { EncryptedText } from "../../core/EncryptedText";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { requireSession, type Principal } from "../../core/principal";
import type { Database } from "../../platform/db/database";
import { openNested } from "../../platform/db/nestedRows";
import type { RowSource } from "../../platform/db/rowSource";
import type { ConsentEntity } from "./consent.entity";
import { findConsents, insertConsent, nestedConsents } from "./consent.repository";
import { consentText, type GivenConsent } from "./consent.rules";

export const guardianNameText = new EncryptedText("guardian-name/");

export type ConsentView = ReturnType<typeof openConsent>;

export class ConsentService {
  /** SQL of a column, for statements that read applicants with their consents; see `openLatest`. */
  readonly nested = nestedConsents;

  constructor(private readonly deps: { db: Database; keys: KeyRing }) {}

  /**
   * Returns all consents for these applicants, oldest first. The latest one counts. The caller checks the permission.
   */
  async findByApplicants(visaApplicantIds: readonly string[]): Promise<ConsentView[]> {
    const { db, keys } = this.deps;
    const rows = await findConsents(db.rows, visaApplicantIds);
    return rows.map((row) => openConsent(keys, row));
  }

  /** Returns the latest consent in a value of the `nested` column; null if there is none. */
  openLatest(nested: string | null): ConsentView | null {
    const last = openNested<ConsentEntity>(nested).at(-1);
    return last ? openConsent(this.deps.keys, last) : null;
  }

  /** True unless the consent is identical to the latest one. */
  async isNew(source: RowSource, visaApplicantId: string, consent: GivenConsent): Promise<boolean> {
    const last = (await findConsents(source, [visaApplicantId])).at(-1);
    return !last || !isDeepStrictEqual(givenIn(this.deps.keys, last), consent);
  }

  /** Stores a consent in the applicant's transaction, unless it is identical to the latest one. */
  async record(
    transaction: EntityManager,
    visaApplicantId: string,
    consent: GivenConsent,
    { at, by }: { at: Date; by: Principal },
  ): Promise<void> {
    const { userId } = requireSession(by);
    const { keys } = this.deps;
    const { kind, textVersion, guardianName } = consent;
    if (!(await this.isNew(transaction, visaApplicantId, consent))) return;
    const consentId = randomUUID();
    await insertConsent(transaction, {
      consentId,
      visaApplicantId,
      kind,
      textVersion,
      guardianNameSealed: guardianNameText.encrypt(keys, consentId, guardianName),
      givenAt: at.toISOString(),
      givenByUserId: userId,
    });
  }
}

function openConsent(keys: KeyRing, row: ConsentEntity) {
  const { visaApplicantId, givenAt, givenByUserId, textVersion, kind } = row;
  const text = consentText(textVersion, kind);
  return { ...givenIn(keys, row), visaApplicantId, text, givenAt, givenByUserId };
}

function givenIn(keys: KeyRing, row: ConsentEntity): GivenConsent {
  const { kind, textVersion, consentId, guardianNameSealed } = row;
  return { kind, textVersion, guardianName: guardianNameText.decrypt(keys, consentId, guardianNameSealed) };
}
