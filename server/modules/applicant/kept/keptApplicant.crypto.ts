import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import { indexPassportNumber } from "../applicant.crypto";
import type { ApplicantDetails } from "../applicant.rules";
import type { MrzEntry } from "../mrzLines.rules";
import type { KeptApplicantEntity } from "./keptApplicant.entity";

/** What is kept besides the files. A comment and a category belong to one application only. */
export interface KeptDetails extends Omit<ApplicantDetails, "comments" | "travelerType"> {
  guardianName: string | null;
  /** The lines of the front page, if any are known. */
  mrz?: MrzEntry;
}

type Encrypted = Pick<KeptApplicantEntity, "keptApplicantId" | "detailsSealed">;

export function encryptKeptDetails(keys: KeyRing, keptApplicantId: string, details: KeptDetails) {
  return {
    detailsSealed: keys.encryptText(JSON.stringify(details), encryptionContext(keptApplicantId)),
    passportNumberIndex: indexPassportNumber(keys, details.passportNumber),
  };
}

export function decryptKeptDetails(
  keys: KeyRing,
  { keptApplicantId, detailsSealed }: Encrypted,
): KeptDetails {
  return JSON.parse(keys.decryptText(detailsSealed, encryptionContext(keptApplicantId))) as KeptDetails;
}

export function reencryptKeptApplicant(keys: KeyRing, row: Encrypted) {
  return encryptKeptDetails(keys, row.keptApplicantId, decryptKeptDetails(keys, row));
}

function encryptionContext(keptApplicantId: string): string {
  return `kept-applicant/${keptApplicantId}`;
}
