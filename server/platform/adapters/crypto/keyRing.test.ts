import { describe, expect, test } from "@jest/globals";
import { KeyRing } from "./keyRing";

const dataKey = "a data key of more than thirty-two bytes";
const keys = new KeyRing(dataKey);
const others = new KeyRing(`${dataKey}!`);

describe("an encrypted text", () => {
  test.each(["Z1234567", "", "आशा ☂", "x".repeat(10_000)])("decrypts to the original: %#", (text) => {
    expect(keys.decryptText(keys.encryptText(text, "row 1"), "row 1")).toBe(text);
  });

  test("decrypts with a new key ring for the same key, as after a restart", () => {
    expect(new KeyRing(dataKey).decryptText(keys.encryptText("Z1234567", "row 1"), "row 1")).toBe("Z1234567");
  });

  test("is different each time and does not contain the plaintext", () => {
    const [one, two] = [keys.encryptText("Z1234567", "row 1"), keys.encryptText("Z1234567", "row 1")];
    expect(one).not.toBe(two);
    for (const encrypted of [one, two]) {
      expect(encrypted).toMatch(/^v2\.[\w-]{8}\.[\w-]+$/);
      expect(Buffer.from(encrypted.split(".")[2]!, "base64url").includes("Z1234567")).toBe(false);
    }
  });

  test("does not decrypt for another row", () => {
    const encrypted = keys.encryptText("Z1234567", "row 1");
    expect(() => keys.decryptText(encrypted, "row 2")).toThrow();
  });

  test("does not decrypt with another key", () => {
    const encrypted = keys.encryptText("Z1234567", "row 1");
    expect(() => others.decryptText(encrypted, "row 1")).toThrow();
  });

  test("does not decrypt if any of its bytes was changed", () => {
    const [version, keyId, text] = keys.encryptText("Z1234567", "row 1").split(".");
    const bytes = Buffer.from(text!, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(() =>
        keys.decryptText(`${version}.${keyId}.${changed.toString("base64url")}`, "row 1"),
      ).toThrow();
    }
  });

  test("does not decrypt if it is truncated or has a wrong version prefix", () => {
    const encrypted = keys.encryptText("Z1234567", "row 1");
    for (const wrong of [
      encrypted.slice(0, -4),
      "v1.",
      "v2.",
      "",
      encrypted.replace("v2.", "v3."),
      encrypted.slice(3),
    ])
      expect(() => keys.decryptText(wrong, "row 1")).toThrow();
  });
});

describe("a blind index", () => {
  test("is the same only for equal texts", () => {
    expect(keys.blindIndex("Z1234567", "passport")).toBe(
      new KeyRing(dataKey).blindIndex("Z1234567", "passport"),
    );
    expect(keys.blindIndex("Z1234567", "passport")).not.toBe(keys.blindIndex("Z1234568", "passport"));
  });

  test("differs between uses and between keys", () => {
    const index = keys.blindIndex("Z1234567", "passport");
    expect(keys.blindIndex("Z1234567", "phone")).not.toBe(index);
    expect(others.blindIndex("Z1234567", "passport")).not.toBe(index);
  });
});

test("the hash of a login code depends on the number, the code's id, the code and the key", () => {
  const kept = keys.hashCode("+919876543210", "id-1", "123456");
  expect(kept).not.toContain("123456");
  expect(keys.hashCode("+919876543210", "id-1", "123456")).toBe(kept);
  expect(keys.hashCode("+919876543211", "id-1", "123456")).not.toBe(kept);
  expect(keys.hashCode("+919876543210", "id-2", "123456")).not.toBe(kept);
  expect(keys.hashCode("+919876543210", "id-1", "123457")).not.toBe(kept);
  expect(others.hashCode("+919876543210", "id-1", "123456")).not.toBe(kept);
});

test("each use has its own derived key", () => {
  expect(keys.linkKeys[0]).toHaveLength(32);
  const wrapped = keys.wrapFileKey(Buffer.alloc(32, 7), "file 1");
  expect(keys.unwrapFileKey(wrapped, "file 1").equals(Buffer.alloc(32, 7))).toBe(true);
  expect(() => keys.decryptText(wrapped, "key:file 1")).toThrow();
  expect(() => keys.unwrapFileKey(wrapped, "file 2")).toThrow();
  expect(() => others.unwrapFileKey(wrapped, "file 1")).toThrow();
});

describe("during a key rotation", () => {
  const between = new KeyRing(`${dataKey}!`, dataKey);

  test("texts encrypted with either key can be decrypted, and new texts use the current key", () => {
    expect(between.decryptText(keys.encryptText("Z1234567", "row 1"), "row 1")).toBe("Z1234567");
    const fresh = between.encryptText("Z1234567", "row 1");
    expect(others.decryptText(fresh, "row 1")).toBe("Z1234567");
    expect(() => keys.decryptText(fresh, "row 1")).toThrow("a key that is not available");
    expect([fresh, keys.encryptText("Z1234567", "row 1")].map((text) => between.isPresent(text))).toEqual([
      true,
      false,
    ]);
  });

  test("a text is looked up under the index of each key", () => {
    expect(between.blindIndexes("Z1234567", "passport")).toEqual([
      others.blindIndex("Z1234567", "passport"),
      keys.blindIndex("Z1234567", "passport"),
    ]);
  });

  test("accepts a login code that was sent before the rotation, and rejects other codes", () => {
    const kept = keys.hashCode("+919876543210", "id-1", "123456");
    expect(between.matchesCode(kept, "+919876543210", "id-1", "123456")).toBe(true);
    expect(between.matchesCode(kept, "+919876543210", "id-1", "123457")).toBe(false);
    expect(others.matchesCode(kept, "+919876543210", "id-1", "123456")).toBe(false);
    expect(between.matchesCode("short", "+919876543210", "id-1", "123456")).toBe(false);
  });
});

/** The values were made on 2026-11-20. The test fails if a change in key derivation makes existing data unreadable. */
test("values that an earlier version encrypted, wrapped and indexed can still be decrypted and found", () => {
  const text = "v1.wUndGSi612ZMKvKbPOLqK86wAp51kzHV87xX7FfeEMCPF7tN";
  const wrapped = "v1.Ek-wUAxhjg0AdHaCPATgSjMeAqcF3WEz_BF7axyamX42vXSbpHohb_DxumZSLR55rRWKMYPsdU6T8GcR";
  for (const ring of [keys, new KeyRing(`${dataKey}!`, dataKey)]) {
    expect(ring.decryptText(text, "row 1")).toBe("Z1234567");
    expect(
      ring.unwrapFileKey(wrapped, "0f8fad5b-d9cb-469f-a165-70867728950e").equals(Buffer.alloc(32, 7)),
    ).toBe(true);
  }
  expect(keys.blindIndex("Z1234567", "passport")).toBe("m6hMAW4YRQN2a6Pf5tKgQAjiFdQ6YWo3t09D8HFXk2k");
  expect(keys.linkKeys.map((key) => key.toString("hex"))).toEqual([
    "cd044e64f342dfd99e0300a67913ba34a078b9340458bccbae87c885884195a5",
  ]);
});
