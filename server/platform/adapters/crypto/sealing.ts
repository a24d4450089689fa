/**
 * AES-256-GCM. `context` binds encrypted bytes to their place: moved to another row or id, they do not
 * decrypt.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;

/** Returns iv, tag, ciphertext. `key` has 32 bytes. */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  const [text, rest] = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), text, rest]);
}

/** Throws if the bytes were changed, moved, truncated, or encrypted with another key. */
export function unseal(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < ivBytes + tagBytes) throw new Error("Sealed bytes are cut off");
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** The older layout of encrypted texts: iv, ciphertext, tag. */
export function unsealOldText(key: Buffer, sealed: Buffer, context: string): Buffer {
  const tag = sealed.subarray(-tagBytes);
  const text = sealed.subarray(ivBytes, -tagBytes);
  return unseal(key, Buffer.concat([sealed.subarray(0, ivBytes), tag, text]), context);
}
