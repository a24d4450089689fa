import { EncryptedText } from "../../../core/EncryptedText";
import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import { indexPassportNumber } from "../applicant.crypto";
import type { ApplicantDetails } from "../applicant.rules";
import type { MrzEntry } from "../mrzLines.rules";
import type { KeptApplicantEntity } from "./keptApplicant.entity";

/** The stored details. Comments and category are left out, because they belong to one application only. */
export interface KeptDetails extends Omit<ApplicantDetails, "comments" | "travelerType"> {
  guardianName: string | null;
  /** The MRZ of the front page, if it is known. */
  mrz?: MrzEntry;
}

export const detailsText = new EncryptedText<KeptDetails>("kept-applicant/");

export function encryptKeptDetails(keys: KeyRing, keptApplicantId: string, details: KeptDetails) {
  return {
    detailsSealed: detailsText.encryptJson(keys, keptApplicantId, details),
    passportNumberIndex: indexPassportNumber(keys, details.passportNumber),
  };
}

export function decryptKeptDetails(
  keys: KeyRing,
  { keptApplicantId, detailsSealed }: Pick<KeptApplicantEntity, "keptApplicantId" | "detailsSealed">,
): KeptDetails {
  return detailsText.decryptJson(keys, keptApplicantId, detailsSealed);
}

/** Returns a kept applicant as the account sees it. */
export function openKept(keys: KeyRing, row: KeptApplicantEntity) {
  const { keptApplicantId, visaApplicantId, keptAt } = row;
  return { keptApplicantId, visaApplicantId, keptAt, ...decryptKeptDetails(keys, row) };
}
