/** The secret of a second factor, as it is sealed. */
import type { KeyRing } from "../../adapters/crypto/keyRing";

interface Sealed {
  staffMemberId: string;
  secretSealed: string;
}

/** What secrets are sealed under: never to be changed. */
const contextOf = (staffMemberId: string) => `second-factor/${staffMemberId}`;

export function sealSecret(keys: KeyRing, staffMemberId: string, secret: string): string {
  return keys.sealText(secret, contextOf(staffMemberId));
}

export function openSecret(keys: KeyRing, { staffMemberId, secretSealed }: Sealed): string {
  return keys.openText(secretSealed, contextOf(staffMemberId));
}

/** Sealed anew, with the present data key. */
export function resealSecret(keys: KeyRing, sealed: Sealed) {
  return { secretSealed: sealSecret(keys, sealed.staffMemberId, openSecret(keys, sealed)) };
}
