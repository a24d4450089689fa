/** Values that several examples show. */

export const longText =
  "Application for the Northern Territories of Bosnia and Herzegovina, including all accompanying family members";
export const longWord = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
export const today = "2026-11-25";
export const noop = (): void => undefined;

/** A picture that the browser can decode. */
export const picture = new File(
  [await (await fetch("/icons/icon-512.png")).blob()],
  "a-very-long-file-name-of-a-scanned-passport-page-2026-11-25.png",
  { type: "image/png" },
);

export const calendar = { from: "2026-01-01", to: "2028-12-31", opensAt: today, today };
