/** Encrypts file names and rewraps file keys. */
import { EncryptedText } from "../../core/EncryptedText";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";

export const fileName = new EncryptedText("file-name/");

export function rewrapFileKey(keys: KeyRing, fileId: string, wrappedKey: string): string {
  return keys.wrapFileKey(keys.unwrapFileKey(wrappedKey, fileId), fileId);
}
