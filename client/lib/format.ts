/** What to call somebody: their name, else their number. */
export function displayName({ name, phoneNumber }: { name: string; phoneNumber: string }): string {
  return name || phoneNumber;
}

/** The address that dials a number, however it is written for reading. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/** The size of a file for reading: `89 KB`, `6.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
