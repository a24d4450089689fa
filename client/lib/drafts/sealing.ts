/** Encrypted bytes (AES-GCM, NIST SP 800-38D), as they lie in IndexedDB. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

const cipher = "AES-GCM";
const encode = (text: string) => new TextEncoder().encode(text);

/** A key that can be used but not read, by nobody. Fails where the page is not in a secure context. */
export function makeSealingKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: cipher, length: 256 }, false, ["encrypt", "decrypt"]);
}

/** Encrypts for one place: what is moved to another place does not open there. */
export async function seal(key: CryptoKey, place: string, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: cipher, iv, additionalData: encode(place) };
  return { iv, bytes: await crypto.subtle.encrypt(algorithm, key, bytes) };
}

/** The bytes again; fails where key, place or bytes are not those that were sealed. */
export function unseal(key: CryptoKey, place: string, { iv, bytes }: Sealed): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt({ name: cipher, iv, additionalData: encode(place) }, key, bytes);
}
