/**
 * Tokens of hand-over links. A token is derived from the id of its row with a secret key, so that a repeated call
 * returns the same link although only the token's hash is stored.
 */
import { createHash, createHmac, randomUUID } from "node:crypto";
import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";

type Keys = Pick<KeyRing, "linkKeys">;

/** Returns a new id, and its token: 32 bytes as base64url. */
export function makeHandoverToken(keys: Keys): { handoverId: string; token: string; tokenHash: string } {
  const handoverId = randomUUID();
  const token = deriveToken(keys.linkKeys[0]!, handoverId);
  return { handoverId, token, tokenHash: hashToken(token) };
}

/** Returns the token of a stored row; undefined if its key is no longer in the ring. */
export function findHandoverToken(
  keys: Keys,
  { handoverId, tokenHash }: { handoverId: string; tokenHash: string },
): string | undefined {
  return keys.linkKeys
    .map((key) => deriveToken(key, handoverId))
    .find((token) => hashToken(token) === tokenHash);
}

/** Hashes without a salt, because a token is long and random. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function deriveToken(key: Buffer, handoverId: string): string {
  return createHmac("sha256", key).update(`handover/${handoverId}`).digest("base64url");
}
