/** Returns the name to show for a staff member. Name and number are empty once the account is erased. */
export function displayName({ name, phoneNumber }: { name: string; phoneNumber: string }): string {
  return name || phoneNumber || "Former staff member";
}

export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/** Formats a file size: `89 KB`, `6.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Shortens a text in the middle, because the names of similar files differ at the end. */
export function shortenMiddle(text: string, maxLength: number): string {
  const letters = [...text];
  if (letters.length <= maxLength) return text;
  const atEnd = Math.floor(maxLength / 2);
  return `${letters.slice(0, maxLength - 1 - atEnd).join("")}…${letters.slice(-atEnd).join("")}`;
}

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Converts digits of other scripts, such as Devanagari, and full-width digits and signs to ASCII. */
export function toAsciiDigits(text: string): string {
  return text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // In Unicode, the ten digits of a script begin at position 0 or 6 of a block of 16 characters.
    const block = code & ~15;
    return String(code - (isDigit(block) ? block : block + 6));
  });
}

/** Parses a whole number such as `2,899` or `2899`. Returns null for an empty text and NaN for other texts. */
export function toNumber(text: string): number | null {
  const bare = text.replace(/[\s,]/g, "");
  if (bare === "") return null;
  return /^\d{1,9}$/.test(bare) ? Number(bare) : NaN;
}
