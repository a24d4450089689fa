interface Keys {
  encryptText(text: string, context: string): string;
  decryptText(encrypted: string, context: string): string;
}

type Same<Text> = Text extends null ? null : string;

/**
 * The texts of one encrypted column, or values as JSON; null stays null. Each text is bound to the id of its row by `prefix`: changing it
 * makes stored texts unreadable.
 */
export class EncryptedText<Value extends object = never> {
  constructor(private readonly prefix: string) {}

  encrypt<Text extends string | null>(keys: Keys, id: string, text: Text): Same<Text> {
    return (text === null ? null : keys.encryptText(text, this.prefix + id)) as Same<Text>;
  }

  /** Throws like `KeyRing.decryptText`. */
  decrypt<Text extends string | null>(keys: Keys, id: string, encrypted: Text): Same<Text> {
    return (encrypted === null ? null : keys.decryptText(encrypted, this.prefix + id)) as Same<Text>;
  }

  encryptJson(keys: Keys, id: string, value: Readonly<Value>): string {
    return this.encrypt(keys, id, JSON.stringify(value));
  }

  /** Throws like `decrypt`. */
  decryptJson(keys: Keys, id: string, encrypted: string): Value {
    return JSON.parse(this.decrypt(keys, id, encrypted)) as Value;
  }

  /** Encrypts a text again with the current key. */
  reencrypt(keys: Keys, id: string, encrypted: string): string {
    return this.encrypt(keys, id, this.decrypt(keys, id, encrypted));
  }
}
