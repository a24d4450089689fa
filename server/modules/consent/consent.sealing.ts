/** The name of a guardian as it is sealed. */
import type { KeyRing } from "../../adapters/crypto/keyRing";
import type { ConsentEntity } from "./consent.entity";

/** What is stored of the name; null for none. */
export function sealGuardianName(
  keys: KeyRing,
  consentId: string,
  guardianName: string | null,
): string | null {
  return guardianName && keys.sealText(guardianName, contextOf(consentId));
}

/** The name that is stored. */
export function openGuardianName(
  keys: KeyRing,
  { consentId, guardianNameSealed }: Pick<ConsentEntity, "consentId" | "guardianNameSealed">,
): string | null {
  return guardianNameSealed && keys.openText(guardianNameSealed, contextOf(consentId));
}

/** The same anew, with the present data key. */
export function resealConsent(
  keys: KeyRing,
  { consentId, guardianNameSealed }: { consentId: string; guardianNameSealed: string },
): { guardianNameSealed: string } {
  const context = contextOf(consentId);
  return { guardianNameSealed: keys.sealText(keys.openText(guardianNameSealed, context), context) };
}

function contextOf(consentId: string): string {
  return `guardian-name/${consentId}`;
}
