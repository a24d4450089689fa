/**
 * Challenge ids and secrets of devices. They are long and random, so they are hashed without a salt. Numbers and networks
 * are short, so their indexes are keyed.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Platform } from "../../platform/adapters/Platform";
import { toNetwork } from "../../platform/rateLimiting/networks";
import type { NumberIndex } from "./auth.repository";
import { toRange } from "./smsBudget.rules";

type Keys = Platform["keys"];

export function makeLoginSecret(): string {
  return randomBytes(24).toString("base64url");
}

export function hashLoginSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Returns the indexes of a phone number under each data key, that of the current key first. */
export function indexNumber(keys: Keys, phoneNumber: string): NumberIndex[] {
  const ranges = keys.blindIndexes(toRange(phoneNumber).from, "login-range");
  const numbers = keys.blindIndexes(phoneNumber, "login-number");
  return numbers.map((number, at) => ({ range: ranges[at]!, number }));
}

/** Returns the index of the network of an IP address. */
export function indexNetwork(keys: Keys, address: string): string {
  return keys.blindIndex(toNetwork(address), "login-network");
}
