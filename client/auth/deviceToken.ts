/** Identifies this device to the server after a login. Cleared on logout. */

const key = "deviceToken";

export function findDeviceToken(): string | undefined {
  return localStorage.getItem(key) ?? undefined;
}

export function keepDeviceToken(deviceToken: string | null | undefined): void {
  if (deviceToken) localStorage.setItem(key, deviceToken);
}
