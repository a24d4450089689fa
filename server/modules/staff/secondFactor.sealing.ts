/** Encryption of second-factor secrets. */
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";

interface Sealed {
  staffMemberId: string;
  secretSealed: string;
}

/** Part of the encryption: changing it makes all stored secrets unreadable. */
const contextOf = (staffMemberId: string) => `second-factor/${staffMemberId}`;

export function sealSecret(keys: KeyRing, staffMemberId: string, secret: string): string {
  return keys.sealText(secret, contextOf(staffMemberId));
}

export function openSecret(keys: KeyRing, { staffMemberId, secretSealed }: Sealed): string {
  return keys.openText(secretSealed, contextOf(staffMemberId));
}

/** Encrypts the secret again with the current data key. */
export function resealSecret(keys: KeyRing, sealed: Sealed) {
  return { secretSealed: sealSecret(keys, sealed.staffMemberId, openSecret(keys, sealed)) };
}
