import { expect, test } from "@jest/globals";
import { decrypt, encrypt, makeEncryptionKey } from "./encryption";

test("a draft's bytes can be decrypted only in their own place, and their key cannot be read", async () => {
  const key = await makeEncryptionKey();
  const encrypted = await encrypt(key, "draft:u-1:request-1", new TextEncoder().encode("Asha"));
  const text = await decrypt(key, "draft:u-1:request-1", encrypted);
  expect(new TextDecoder().decode(text)).toBe("Asha");
  await expect(decrypt(key, "draft:u-2:request-1", encrypted)).rejects.toThrow();
  await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
});
