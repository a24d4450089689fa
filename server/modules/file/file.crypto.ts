/** Encrypts the names of files, and rewraps their keys. */
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { StoredFileEntity } from "./file.entity";

type Encrypted = Pick<StoredFileEntity, "fileId" | "imageNameSealed" | "wrappedKey">;

export function reencryptFile(keys: KeyRing, file: Encrypted) {
  const { fileId, wrappedKey } = file;
  return {
    imageNameSealed: encryptFileName(keys, fileId, decryptFileName(keys, file)),
    wrappedKey: keys.wrapFileKey(keys.unwrapFileKey(wrappedKey, fileId), fileId),
  };
}

export function encryptFileName(keys: KeyRing, fileId: string, imageName: string): string {
  return keys.encryptText(imageName, nameContext(fileId));
}

export function decryptFileName(
  keys: KeyRing,
  { fileId, imageNameSealed }: Pick<Encrypted, "fileId" | "imageNameSealed">,
): string {
  return keys.decryptText(imageNameSealed, nameContext(fileId));
}

function nameContext(fileId: string): string {
  return `file-name/${fileId}`;
}
