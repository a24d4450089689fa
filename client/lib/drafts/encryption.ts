/** Encrypted bytes (AES-GCM, NIST SP 800-38D) as stored in IndexedDB. */
export interface Encrypted {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

const cipher = "AES-GCM";
const encode = (text: string) => new TextEncoder().encode(text);

/** Creates a non-extractable key. Throws outside a secure context. */
export function makeEncryptionKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: cipher, length: 256 }, false, ["encrypt", "decrypt"]);
}

/** Encrypts with the place as additional authenticated data, so that decryption in another place fails. */
export async function encrypt(key: CryptoKey, place: string, bytes: BufferSource): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: cipher, iv, additionalData: encode(place) };
  return { iv, bytes: await crypto.subtle.encrypt(algorithm, key, bytes) };
}

/** Decrypts; throws if key, place or bytes do not match. */
export function decrypt(key: CryptoKey, place: string, { iv, bytes }: Encrypted): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt({ name: cipher, iv, additionalData: encode(place) }, key, bytes);
}
