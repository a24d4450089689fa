/** Challenge ids and secrets of devices. They are long and random, so they are hashed without a salt. */
import { createHash, randomBytes } from "node:crypto";

export function makeLoginSecret(): string {
  return randomBytes(24).toString("base64url");
}

export function hashLoginSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
