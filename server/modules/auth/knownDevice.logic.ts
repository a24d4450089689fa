/**
 * Known devices: devices that have signed in before, recognised by a secret. They are exempt from some
 * limits.
 */
import type { EntityManager } from "typeorm";
import { findUserByPhone } from "../user/user.reads";
import { isKnownDevice, saveKnownDevice } from "./auth.repository";
import { maxKnownDevices } from "./loginCode.rules";
import { hashLoginSecret, makeLoginSecret } from "./loginSecret.crypto";

/** True if the device has signed in to the account of this number. */
export async function isKnownDeviceForPhone(
  transaction: EntityManager,
  phone: string,
  deviceToken: string | null | undefined,
): Promise<boolean> {
  if (!deviceToken) return false;
  const userId = (await findUserByPhone(transaction, phone))?.userId;
  if (!userId) return false;
  return isKnownDevice(transaction, { tokenHash: hashLoginSecret(deviceToken), userId });
}

/** Remembers the device and returns its secret. Keeps the secret that the device sent if we issued it. */
export async function rememberDevice(
  transaction: EntityManager,
  { userId, sent, now }: { userId: string; sent: string | null | undefined; now: Date },
): Promise<string> {
  const isOurs = sent && (await isKnownDevice(transaction, { tokenHash: hashLoginSecret(sent) }));
  const deviceToken = isOurs ? sent : makeLoginSecret();
  const device = { tokenHash: hashLoginSecret(deviceToken), userId, lastLoginAt: now.toISOString() };
  await saveKnownDevice(transaction, device, maxKnownDevices);
  return deviceToken;
}
