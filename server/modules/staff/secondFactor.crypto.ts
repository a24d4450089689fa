/** Encryption of second-factor secrets. */
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";

interface Encrypted {
  staffMemberId: string;
  secretSealed: string;
}

/** Part of the encryption: changing it makes all stored secrets unreadable. */
const encryptionContext = (staffMemberId: string) => `second-factor/${staffMemberId}`;

export function encryptSecret(keys: KeyRing, staffMemberId: string, secret: string): string {
  return keys.encryptText(secret, encryptionContext(staffMemberId));
}

export function decryptSecret(keys: KeyRing, { staffMemberId, secretSealed }: Encrypted): string {
  return keys.decryptText(secretSealed, encryptionContext(staffMemberId));
}

/** Encrypts the secret again with the current data key. */
export function reencryptSecret(keys: KeyRing, secret: Encrypted) {
  return { secretSealed: encryptSecret(keys, secret.staffMemberId, decryptSecret(keys, secret)) };
}
