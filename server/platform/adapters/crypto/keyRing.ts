import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { encrypt, decrypt, decryptOldText } from "./encryption";

type DerivedKeys = ReturnType<typeof deriveKeys>;

/** Derives keys from one `DATA_KEY`, one per use (HKDF-SHA256), so that none reveals another. */
function deriveKeys(dataKey: string) {
  const derive = (use: string, bytes = 32) =>
    Buffer.from(hkdfSync("sha256", dataKey, "visaport", use, bytes));
  return {
    /** Eight characters that are stored with encrypted data to identify the key; they reveal nothing about it. */
    id: derive("key-id", 6).toString("base64url"),
    file: derive("file-keys"),
    link: derive("file-links"),
    text: derive("texts"),
    index: derive("blind-index"),
    otp: derive("login-codes"),
  };
}

/**
 * Encrypts and decrypts with `DATA_KEY`, and during a rotation decrypts with `DATA_KEY_PREVIOUS` too. New data always
 * uses the current key; data encrypted with the previous key remains readable, and `npm run keys:rotate` re-encrypts
 * it. The format is AES-256-GCM as `v2.<key id>.<base64url>`; `v1.` has no key id, so every key of the ring is tried.
 */
export class KeyRing {
  /** Keys for signed file URLs: the first one signs, all verify. */
  readonly linkKeys: readonly Buffer[];
  /** The current key first. */
  readonly #keys: readonly DerivedKeys[];

  constructor(dataKey: string, previousDataKey?: string) {
    this.#keys = [dataKey, ...(previousDataKey === undefined ? [] : [previousDataKey])].map(deriveKeys);
    this.linkKeys = this.#keys.map(({ link }) => link);
  }

  get hasPrevious(): boolean {
    return this.#keys.length > 1;
  }

  /** `context` names the row, so that the ciphertext cannot be moved to another row. */
  encryptText(text: string, context: string): string {
    return this.#addPrefix(encrypt(this.#present.text, Buffer.from(text), context));
  }

  /** Throws if the text was changed, moved, or encrypted with a key that is not in the ring. */
  decryptText(encrypted: string, context: string): string {
    return this.#decrypt(encrypted, ({ text }, bytes, isOld) =>
      isOld ? decryptOldText(text, bytes, context) : decrypt(text, bytes, context),
    ).toString("utf8");
  }

  /** Wraps the key of a stored file, bound to the file's id. */
  wrapFileKey(key: Buffer, fileId: string): string {
    return this.#addPrefix(encrypt(this.#present.file, key, `key:${fileId}`));
  }

  /** Throws like `decryptText`. */
  unwrapFileKey(wrapped: string, fileId: string): Buffer {
    return this.#decrypt(wrapped, ({ file }, bytes) => decrypt(file, bytes, `key:${fileId}`));
  }

  /** Prefix of everything that is encrypted or wrapped with the current key in the current format. */
  get presentPrefix(): string {
    return `v2.${this.#present.id}.`;
  }

  isPresent(encrypted: string): boolean {
    return encrypted.startsWith(this.presentPrefix);
  }

  /** Returns an index (HMAC) that is the same for equal texts but does not reveal them. */
  blindIndex(text: string, use: string): string {
    return this.blindIndexes(text, use)[0]!;
  }

  /**
   * Returns the blind index under each key of the ring. Search for all of them; store the first, which uses the current
   * key.
   */
  blindIndexes(text: string, use: string): string[] {
    return this.#keys.map(({ index }) =>
      createHmac("sha256", index).update(`${use}\0${text}`).digest("base64url"),
    );
  }

  hashCode(phoneNumber: string, codeId: string, code: string): string {
    return hashCode(this.#present, phoneNumber, codeId, code);
  }

  /** True if the code matches the hash under any key of the ring; in constant time. */
  matchesCode(hash: string, phoneNumber: string, codeId: string, code: string): boolean {
    const stored = Buffer.from(hash);
    const matches = this.#keys.map((keys) => {
      const expected = Buffer.from(hashCode(keys, phoneNumber, codeId, code));
      return expected.length === stored.length && timingSafeEqual(expected, stored);
    });
    return matches.includes(true);
  }

  get #present(): DerivedKeys {
    return this.#keys[0]!;
  }

  #addPrefix(encrypted: Buffer): string {
    return this.presentPrefix + encrypted.toString("base64url");
  }

  #decrypt(
    marked: string,
    decryptWith: (keys: DerivedKeys, bytes: Buffer, isOld: boolean) => Buffer,
  ): Buffer {
    const [version, second = "", third = ""] = marked.split(".");
    if (version === "v2") {
      const keys = this.#keys.find(({ id }) => id === second);
      if (!keys) throw new Error("Encrypted with a key that is not available");
      return decryptWith(keys, Buffer.from(third, "base64url"), false);
    }
    if (version !== "v1") throw new Error("Encrypted in an unknown format");
    const bytes = Buffer.from(second, "base64url");
    let refusal: unknown;
    for (const keys of this.#keys)
      try {
        return decryptWith(keys, bytes, true);
      } catch (error) {
        refusal = error;
      }
    throw refusal;
  }
}

function hashCode({ otp }: DerivedKeys, phoneNumber: string, codeId: string, code: string): string {
  return createHmac("sha256", otp).update(`${phoneNumber}\0${codeId}\0${code}`).digest("base64url");
}
