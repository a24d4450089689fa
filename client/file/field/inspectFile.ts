import type { FileContentType } from "../../../server/modules/file/file.rules";
import { decodeByElement } from "../images/canvas";
import type { Size } from "../images/geometry";

type SniffedType = FileContentType | "heic" | "avif" | "svg" | undefined;

/** Number of bytes that `sniffType` needs. */
export const sniffLength = 1024;

const heicBrands = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"];
const avifBrands = ["avif", "avis"];

/** Detects the type of a file by its first bytes, ignoring its name. */
export function sniffType(bytes: Uint8Array): SniffedType {
  const begins = (...expected: number[]) => expected.every((byte, index) => bytes[index] === byte);
  if (begins(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  const text = String.fromCharCode(...bytes.subarray(0, sniffLength));
  if (text.startsWith("%PDF-")) return "application/pdf";
  if (text.slice(4, 8) === "ftyp") {
    // HEIC and AVIF have the same container and differ in the major brand (ISO 14496-12).
    const brand = text.slice(8, 12);
    if (avifBrands.includes(brand)) return "avif";
    if (heicBrands.includes(brand)) return "heic";
  }
  if (/<svg[\s>]/i.test(text)) return "svg";
  return undefined;
}

/**
 * True if a PDF refers to an encryption dictionary. ISO 32000-1, 7.5.5 and 7.5.8.2: the reference is in the
 * trailer or in a cross-reference stream's dictionary, both uncompressed. The server checks more thoroughly.
 */
export async function isEncryptedPdf(file: Blob): Promise<boolean> {
  const text = new TextDecoder("latin1").decode(await file.arrayBuffer());
  return /\/Encrypt(?:\s+\d+\s+\d+\s+R\b|\s*<<)/.test(text);
}

/** Returns a picture's displayed width and height in pixels, or undefined if the browser cannot decode it. */
export async function readImageSize(file: File): Promise<Size | undefined> {
  const picture = await decodeByElement(file);
  picture?.release();
  return picture && { width: picture.width, height: picture.height };
}
