/** Devices that have signed in before, known by a secret that each keeps: limits for strangers do not stop them. */
import type { EntityManager } from "typeorm";
import { findUserByPhone } from "../user/user.repository";
import { isKnownDevice, saveKnownDevice } from "./auth.repository";
import { maxKnownDevices } from "./loginCode.rules";
import { hashLoginSecret, makeLoginSecret } from "./loginSecret.sealing";

/** Whether the device has signed in to the account that the number opens. */
export async function hasSignedInTo(
  transaction: EntityManager,
  phone: string,
  deviceToken: string | null | undefined,
): Promise<boolean> {
  if (!deviceToken) return false;
  const userId = (await findUserByPhone(transaction, phone))?.userId;
  if (!userId) return false;
  return isKnownDevice(transaction, { tokenHash: hashLoginSecret(deviceToken), userId });
}

/** Notes the device and gives back its secret: the one that it brings, where that is one of ours. */
export async function knowDevice(
  transaction: EntityManager,
  { userId, brought, now }: { userId: string; brought: string | null | undefined; now: Date },
): Promise<string> {
  const isOurs = brought && (await isKnownDevice(transaction, { tokenHash: hashLoginSecret(brought) }));
  const deviceToken = isOurs ? brought : makeLoginSecret();
  const device = { tokenHash: hashLoginSecret(deviceToken), userId, lastLoginAt: now.toISOString() };
  await saveKnownDevice(transaction, device, maxKnownDevices);
  return deviceToken;
}
