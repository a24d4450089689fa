import { expect, test } from "@jest/globals";
import { hashPartnerKey, makePartnerKey, readWorld, startOfKey } from "./partnerKey.crypto";

test("creates unique keys for both worlds, and shows their first 12 characters", () => {
  for (const world of ["live", "test"] as const) {
    const keys = Array.from({ length: 100 }, () => makePartnerKey(world));
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) {
      expect(key).toMatch(new RegExp(`^vp_${world}_[0-9A-Za-z]{38}$`));
      expect(readWorld(key)).toBe(world);
      expect(startOfKey(key)).toBe(key.slice(0, 12));
    }
  }
});

test("rejects keys with a wrong character, swapped neighbours or the other world's prefix", () => {
  const key = makePartnerKey("live");
  const wrong = [...key].flatMap((character, place) => [
    key.slice(0, place) + (character === "x" ? "y" : "x") + key.slice(place + 1),
    ...(place > 0 && key[place - 1] !== character
      ? [key.slice(0, place - 1) + character + key[place - 1] + key.slice(place + 1)]
      : []),
  ]);
  for (const one of [
    ...wrong,
    key.replace("live", "test"),
    `${key}0`,
    key.slice(0, -1),
    "",
    "vp_",
    "vp_live_",
  ])
    expect([one, readWorld(one)]).toEqual([one, undefined]);
});

test("the checksum of an issued key never changes", () => {
  expect(readWorld(`vp_live_${"0".repeat(32)}0FyrqA`)).toBe("live");
  expect(hashPartnerKey("vp_live_")).toHaveLength(43);
});
