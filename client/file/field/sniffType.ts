import type { FileContentType } from "../../../server/modules/file/file.rules";

/** What the first bytes of a file say that it is. */
export type SniffedType = FileContentType | "heic" | "avif" | "svg" | undefined;

/** How many bytes `sniffType` wants to see. */
export const sniffLength = 1024;

const heicBrands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"];
const avifBrands = ["avif", "avis"];

/** The type of a file by its first bytes, whatever its name says. */
export function sniffType(bytes: Uint8Array): SniffedType {
  const begins = (...expected: number[]) => expected.every((byte, index) => bytes[index] === byte);
  if (begins(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  const text = String.fromCharCode(...bytes.subarray(0, sniffLength));
  if (text.startsWith("%PDF-")) return "application/pdf";
  if (text.slice(4, 8) === "ftyp") {
    // Both share a container; its major brand (ISO 14496-12) says which of them it is.
    const brand = text.slice(8, 12);
    if (avifBrands.includes(brand)) return "avif";
    if (heicBrands.includes(brand)) return "heic";
  }
  if (/<svg[\s>]/i.test(text)) return "svg";
  return undefined;
}
