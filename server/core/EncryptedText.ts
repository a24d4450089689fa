interface Keys {
  encryptText(text: string, context: string): string;
  decryptText(encrypted: string, context: string): string;
}

type Opened<Text, Value> = Text extends null ? null : Value;

/**
 * Encrypts and decrypts the texts of one column, or values as JSON; null stays null. Each ciphertext is bound to
 * `prefix` and its row's id: if either changes, it can no longer be decrypted.
 */
export class EncryptedText<Value extends object = never> {
  constructor(private readonly prefix: string) {}

  encrypt<Text extends string | null>(keys: Keys, id: string, text: Text): Opened<Text, string> {
    return (text === null ? null : keys.encryptText(text, this.prefix + id)) as Opened<Text, string>;
  }

  /** Throws like `KeyRing.decryptText`. */
  decrypt<Text extends string | null>(keys: Keys, id: string, encrypted: Text): Opened<Text, string> {
    const text = encrypted === null ? null : keys.decryptText(encrypted, this.prefix + id);
    return text as Opened<Text, string>;
  }

  encryptJson(keys: Keys, id: string, value: Readonly<Value>): string {
    return this.encrypt(keys, id, JSON.stringify(value));
  }

  /** Throws like `decrypt`. */
  decryptJson<Text extends string | null>(keys: Keys, id: string, encrypted: Text): Opened<Text, Value> {
    const json = this.decrypt<string | null>(keys, id, encrypted);
    return (json === null ? null : JSON.parse(json)) as Opened<Text, Value>;
  }

  /** Decrypts a text and encrypts it with the current key. */
  reencrypt(keys: Keys, id: string, encrypted: string): string {
    return this.encrypt(keys, id, this.decrypt(keys, id, encrypted));
  }
}
