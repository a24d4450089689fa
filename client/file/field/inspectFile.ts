import type { FileContentType } from "../../../server/modules/file/file.rules";

/** What the first bytes of a file say that it is. */
type SniffedType = FileContentType | "heic" | "avif" | "svg" | undefined;

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

/**
 * Whether a PDF names an encryption dictionary (ISO 32000-1, 7.5.5 and 7.5.8.2: in the trailer, or in the
 * dictionary of a cross-reference stream, neither of which is compressed). The server looks closer.
 */
export async function isEncryptedPdf(file: Blob): Promise<boolean> {
  const text = new TextDecoder("latin1").decode(await file.arrayBuffer());
  return /\/Encrypt(?:\s+\d+\s+\d+\s+R\b|\s*<<)/.test(text);
}

/** Width and height of a picture in pixels, as it is shown; undefined where the browser cannot decode it. */
export async function readImageSize(file: File): Promise<{ width: number; height: number } | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}
