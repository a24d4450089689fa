/**
 * The gate for every upload: the type by content and equal to the name's ending, then pictures written anew
 * and PDFs read through. What it returns is safe to store and to show.
 */
import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import pLimit from "p-limit";
import type { FileScanner } from "../../../ports";
import {
  acceptedContentTypes,
  contentTypeOfExtension,
  extensionOf,
  fileViolations,
  findViolationByName,
  safeFileName,
  type FileContentType,
  type FileViolation,
  type FilePurpose,
  type ScanState,
} from "../file.rules";
import { inspectImage } from "./inspectImage";
import { inspectPdf } from "./inspectPdf";
import { isPlainPicture } from "./plainPicture";

export interface ReceivedUpload {
  /** As the client sent it. */
  filename: string;
  bytes: Buffer;
  /** The receiver stopped at the limit, and `bytes` is only a part. */
  tooLarge?: boolean;
}

export interface CleanFile {
  bytes: Buffer;
  contentType: FileContentType;
  /** To show and to offer for saving; never a path. */
  imageName: string;
  /** Pixels; null for a PDF. */
  width: number | null;
  height: number | null;
  /** Null for an image. */
  pages: number | null;
  scanState: ScanState;
  /** Of `bytes`, not of what was sent. */
  size: number;
  /** Of `bytes`, in hex. */
  sha256: string;
}

export type InspectedFile =
  | { violation: FileViolation; file?: undefined }
  | { file: CleanFile; violation?: undefined };

// A 40-megapixel picture takes up to 320 MB while it is decoded.
const limitConcurrency = pLimit(2);

/**
 * Bad input is a result, never a rejection; it rejects only where the inspection itself cannot run, as the scanner may.
 * The scanner sees the file as it was sent, before anything here decodes it.
 */
export async function inspectFile(
  purpose: FilePurpose,
  received: ReceivedUpload,
  scanner: FileScanner,
): Promise<InspectedFile> {
  const { filename, bytes } = received;
  if (received.tooLarge) return { violation: fileViolations.tooLarge(purpose) };
  const violationByName = findViolationByName(purpose, filename, bytes.length);
  if (violationByName) return { violation: violationByName };

  const imageName = safeFileName(filename);
  const sniffed = await sniff(purpose, bytes, extensionOf(imageName));
  if (sniffed.violation) return sniffed;
  const scanState = await scanner.scan(bytes);
  if (scanState === "INFECTED") return { violation: fileViolations.infected() };
  const inspected = await limitConcurrency(() =>
    inspectContent(purpose, bytes, sniffed.contentType, imageName),
  );
  return inspected.file ? { file: { ...inspected.file, scanState } } : inspected;
}

type InspectedContent =
  | { violation: FileViolation; file?: undefined }
  | { file: Omit<CleanFile, "scanState">; violation?: undefined };

type Sniffed =
  | { violation: FileViolation; contentType?: undefined }
  | { contentType: FileContentType; violation?: undefined };

async function sniff(purpose: FilePurpose, bytes: Buffer, extension: string): Promise<Sniffed> {
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime;
  const accepted = acceptedContentTypes(purpose).find((contentType) => contentType === mime);
  if (accepted) {
    return accepted === contentTypeOfExtension(extension)
      ? { contentType: accepted }
      : { violation: fileViolations.otherThanItsName(accepted, extension) };
  }
  if (mime && /^image\/hei[cf]/.test(mime)) return { violation: fileViolations.heic(purpose) };
  if (/<svg[\s>]/i.test(bytes.toString("latin1", 0, 4096))) return { violation: fileViolations.svg(purpose) };
  return { violation: fileViolations.type(purpose) };
}

async function inspectContent(
  purpose: FilePurpose,
  bytes: Buffer,
  contentType: FileContentType,
  imageName: string,
): Promise<InspectedContent> {
  if (contentType === "application/pdf") {
    const { violation, pages } = await inspectPdf(bytes);
    if (violation) return { violation };
    return { file: describe({ bytes, contentType, imageName, width: null, height: null, pages }) };
  }
  const { violation, image } = await inspectImage(bytes, contentType === "image/jpeg" ? "jpeg" : "png");
  if (violation) return { violation };
  // The traveller shows the visa at a border: it stays as the authority made it.
  const keeps = purpose === "VISA" && isPlainPicture(bytes, contentType);
  return { file: describe({ ...image, ...(keeps && { bytes }), contentType, imageName, pages: null }) };
}

function describe(file: Omit<CleanFile, "size" | "sha256" | "scanState">): Omit<CleanFile, "scanState"> {
  const sha256 = createHash("sha256").update(file.bytes).digest("hex");
  return { ...file, size: file.bytes.length, sha256 };
}
