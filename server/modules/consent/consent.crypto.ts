/** Encrypts the name of a guardian. */
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { ConsentEntity } from "./consent.entity";

export function encryptGuardianName(
  keys: KeyRing,
  consentId: string,
  guardianName: string | null,
): string | null {
  return guardianName && keys.encryptText(guardianName, encryptionContext(consentId));
}

export function decryptGuardianName(
  keys: KeyRing,
  { consentId, guardianNameSealed }: Pick<ConsentEntity, "consentId" | "guardianNameSealed">,
): string | null {
  return guardianNameSealed && keys.decryptText(guardianNameSealed, encryptionContext(consentId));
}

/** Re-encrypts the name with the current data key. */
export function reencryptConsent(
  keys: KeyRing,
  { consentId, guardianNameSealed }: { consentId: string; guardianNameSealed: string },
): { guardianNameSealed: string } {
  const context = encryptionContext(consentId);
  return { guardianNameSealed: keys.encryptText(keys.decryptText(guardianNameSealed, context), context) };
}

function encryptionContext(consentId: string): string {
  return `guardian-name/${consentId}`;
}
