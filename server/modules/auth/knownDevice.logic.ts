/** Devices that have signed in before, recognised by a secret. They are exempt from some limits. */
import type { EntityManager } from "typeorm";
import type { Change } from "../../platform/db/changes";
import { isKnownDevice, rememberingOf } from "./auth.repository";
import { maxKnownDevices } from "./loginCode.rules";
import { hashLoginSecret, makeLoginSecret } from "./loginSecret.crypto";

/** Returns the secret of a device, its own if we issued it, and the changes that remember it. */
export async function rememberDevice(
  transaction: EntityManager,
  { userId, sent, now }: { userId: string; sent: string | null | undefined; now: Date },
): Promise<{ deviceToken: string; changes: Change[] }> {
  const isOurs = sent && (await isKnownDevice(transaction, hashLoginSecret(sent)));
  const deviceToken = isOurs ? sent : makeLoginSecret();
  const device = { tokenHash: hashLoginSecret(deviceToken), userId, lastLoginAt: now.toISOString() };
  return { deviceToken, changes: rememberingOf(device, maxKnownDevices) };
}
