import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { seal, unseal, unsealOldText } from "./sealing";

/** What is derived of one `DATA_KEY`: a key for each use (HKDF-SHA256), so that none of them tells of another. */
interface DerivedKeys {
  /** Eight letters, kept beside what is sealed; tells nothing of the key. */
  id: string;
  file: Buffer;
  link: Buffer;
  text: Buffer;
  index: Buffer;
  otp: Buffer;
}

function deriveKeys(dataKey: string): DerivedKeys {
  const derive = (use: string, bytes = 32) =>
    Buffer.from(hkdfSync("sha256", dataKey, "visaport", use, bytes));
  return {
    id: derive("key-id", 6).toString("base64url"),
    file: derive("file-keys"),
    link: derive("file-links"),
    text: derive("texts"),
    index: derive("blind-index"),
    otp: derive("login-codes"),
  };
}

/**
 * What `DATA_KEY` opens, and `DATA_KEY_PREVIOUS` while one key takes the place of the other: everything new is made
 * with the present key, and what the previous one made still opens, until `npm run keys:rotate` has gone through it.
 * Sealed is AES-256-GCM as `v2.<key id>.<base64url>`; `v1.` has no key id, and any key of the ring may be its own.
 */
export class KeyRing {
  /** Sign links to files: the first signs, each is believed. */
  readonly linkKeys: readonly Buffer[];
  /** The present key first. */
  readonly #keys: readonly DerivedKeys[];

  constructor(dataKey: string, previousDataKey?: string) {
    this.#keys = [dataKey, ...(previousDataKey === undefined ? [] : [previousDataKey])].map(deriveKeys);
    this.linkKeys = this.#keys.map(({ link }) => link);
  }

  /** Whether a previous key is in the ring beside the present one. */
  get hasPrevious(): boolean {
    return this.#keys.length > 1;
  }

  /** `context` names the row, so that a sealed text cannot be moved to another. */
  sealText(text: string, context: string): string {
    return this.#mark(seal(this.#present.text, Buffer.from(text), context));
  }

  /** Throws where the text was changed, moved, or sealed with a key that is not in the ring. */
  openText(sealed: string, context: string): string {
    return this.#open(sealed, ({ text }, bytes, isOld) =>
      isOld ? unsealOldText(text, bytes, context) : unseal(text, bytes, context),
    ).toString("utf8");
  }

  /** Wraps the key of one stored file; `fileId` is bound into it. */
  wrapFileKey(key: Buffer, fileId: string): string {
    return this.#mark(seal(this.#present.file, key, fileKeyContext(fileId)));
  }

  /** Throws as `openText` does. */
  unwrapFileKey(wrapped: string, fileId: string): Buffer {
    return this.#open(wrapped, ({ file }, bytes) => unseal(file, bytes, fileKeyContext(fileId)));
  }

  /** What all begins with that is sealed or wrapped with the present key, in the present form. */
  get presentPrefix(): string {
    return `v2.${this.#present.id}.`;
  }

  isPresent(sealed: string): boolean {
    return sealed.startsWith(this.presentPrefix);
  }

  /** Equal texts have equal indexes; the index does not tell the text. */
  blindIndex(text: string, use: string): string {
    return this.blindIndexes(text, use)[0]!;
  }

  /** The index under each key of the ring, the present one's first: look for all, keep the first. */
  blindIndexes(text: string, use: string): string[] {
    return this.#keys.map(({ index }) =>
      createHmac("sha256", index).update(`${use}\0${text}`).digest("base64url"),
    );
  }

  /** What is kept of a login code. */
  hashCode(phoneNumber: string, codeId: string, code: string): string {
    return hashCode(this.#present, phoneNumber, codeId, code);
  }

  /** Whether the code is the one of that hash, under any key of the ring; in time that tells nothing of the hash. */
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

  #mark(sealed: Buffer): string {
    return this.presentPrefix + sealed.toString("base64url");
  }

  #open(marked: string, unsealWith: (keys: DerivedKeys, bytes: Buffer, isOld: boolean) => Buffer): Buffer {
    const [version, second = "", third = ""] = marked.split(".");
    if (version === "v2") {
      const keys = this.#keys.find(({ id }) => id === second);
      if (!keys) throw new Error("Sealed with a key that is not here");
      return unsealWith(keys, Buffer.from(third, "base64url"), false);
    }
    if (version !== "v1") throw new Error("Sealed in an unknown way");
    const bytes = Buffer.from(second, "base64url");
    let refusal: unknown;
    for (const keys of this.#keys)
      try {
        return unsealWith(keys, bytes, true);
      } catch (error) {
        refusal = error;
      }
    throw refusal;
  }
}

function hashCode({ otp }: DerivedKeys, phoneNumber: string, codeId: string, code: string): string {
  return createHmac("sha256", otp).update(`${phoneNumber}\0${codeId}\0${code}`).digest("base64url");
}

function fileKeyContext(fileId: string): string {
  return `key:${fileId}`;
}
