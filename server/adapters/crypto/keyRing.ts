import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;
const version = "v1";

/**
 * What `DATA_KEY` opens. Each use gets a key of its own (HKDF-SHA256), so that none of them tells of another.
 * Texts are sealed with AES-256-GCM; `context` names the row, so that a sealed text cannot be moved to another.
 */
export class KeyRing {
  /** Wraps the key of each stored file. */
  readonly fileMasterKey: Buffer;
  /** Signs links to files. */
  readonly linkKey: Buffer;
  readonly #textKey: Buffer;
  readonly #indexKey: Buffer;
  readonly #otpKey: Buffer;

  constructor(dataKey: string) {
    const derive = (use: string) => Buffer.from(hkdfSync("sha256", dataKey, "visaport", use, 32));
    this.fileMasterKey = derive("file-keys");
    this.linkKey = derive("file-links");
    this.#textKey = derive("texts");
    this.#indexKey = derive("blind-index");
    this.#otpKey = derive("login-codes");
  }

  sealText(text: string, context: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#textKey, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `${version}.${sealed.toString("base64url")}`;
  }

  /** Throws where the text was changed, moved, or sealed with another key. */
  openText(sealed: string, context: string): string {
    if (!sealed.startsWith(`${version}.`)) throw new Error("A sealed text of an unknown version");
    const bytes = Buffer.from(sealed.slice(version.length + 1), "base64url");
    const decipher = createDecipheriv("aes-256-gcm", this.#textKey, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-tagBytes));
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  }

  /** Equal texts have equal indexes; the index does not tell the text. */
  blindIndex(text: string, use: string): string {
    return createHmac("sha256", this.#indexKey).update(`${use}\0${text}`).digest("base64url");
  }

  /** What is kept of a login code. */
  hashCode(phoneNumber: string, codeId: string, code: string): string {
    return createHmac("sha256", this.#otpKey)
      .update(`${phoneNumber}\0${codeId}\0${code}`)
      .digest("base64url");
  }
}
