/**
 * Keys of partners: `vp_live_` or `vp_test_`, 32 random letters and digits (190 bits), and 6 characters of a checksum,
 * which distinguishes a mistyped key from an unknown one without the database.
 */
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

import type { World } from "../../core/ports";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const checksumLength = 6;
const format = new RegExp(`^vp_(live|test)_[0-9A-Za-z]{${randomLength + checksumLength}}$`);
/** Number of characters that lists and logs show. */
export const startLength = 12;

export function makePartnerKey(world: World["name"]): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  const text = `vp_${world}_${random}`;
  return text + checksum(text);
}

/** Returns the world of a key; undefined if its format or checksum is wrong. */
export function readWorld(key: string): World["name"] | undefined {
  const world = format.exec(key)?.[1] as World["name"] | undefined;
  return checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength) ? world : undefined;
}

/** Needs no salt, because a key is long and random. */
export function hashPartnerKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

export function startOfKey(key: string): string {
  return key.slice(0, startLength);
}

/** CRC-32 (IEEE 802.3) in base 62. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
