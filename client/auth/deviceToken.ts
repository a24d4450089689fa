/** What the server knows this device by, once somebody has signed in on it: logging out forgets it like everything else. */

const key = "deviceToken";

export function findDeviceToken(): string | undefined {
  return localStorage.getItem(key) ?? undefined;
}

export function keepDeviceToken(deviceToken: string | null | undefined): void {
  if (deviceToken) localStorage.setItem(key, deviceToken);
}
