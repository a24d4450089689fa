/** AES-256-GCM. `context` binds the ciphertext to its row or file: it cannot be decrypted for another one. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;

/** Returns the IV, the tag and the ciphertext. `key` has 32 bytes. */
export function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  const [text, rest] = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), text, rest]);
}

/** Throws if the bytes were changed, moved, truncated, or encrypted with another key. */
export function decrypt(key: Buffer, encrypted: Buffer, context: string): Buffer {
  if (encrypted.length < ivBytes + tagBytes) throw new Error("The encrypted bytes are truncated");
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** Decrypts a text in the older layout: IV, ciphertext, tag. */
export function decryptOldText(key: Buffer, encrypted: Buffer, context: string): Buffer {
  const tag = encrypted.subarray(-tagBytes);
  const text = encrypted.subarray(ivBytes, -tagBytes);
  return decrypt(key, Buffer.concat([encrypted.subarray(0, ivBytes), tag, text]), context);
}
