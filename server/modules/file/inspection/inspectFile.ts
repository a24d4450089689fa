/**
 * Inspects every upload in two steps. `checkFileCheaply` checks name, size, type and header without decoding.
 * `inspectFile` then scans the file, re-encodes images and checks PDFs. Its result is safe to store and to display.
 */
import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import type { FileScanner } from "../../../core/ports";
import {
  acceptedContentTypes,
  fileExtension,
  fileExtensions,
  fileViolations,
  findViolationByName,
  maxQuickPixels,
  safeFileName,
  type Checked,
  type FileContentType,
  type FilePurpose,
  type ScanState,
} from "../file.rules";
import type { CleanContent, Content, InspectedContent } from "./inspectContent";
import { findViolationInHeader, readPictureHeader } from "./pictureHeader";
import type { ReceivedUpload } from "../../../core/ReceivedUpload";

/** A file that passed all checks that need no decoding. */
export interface PromisingFile extends Content {
  /** Sanitised for display and download; never a path. */
  imageName: string;
  /** True if the picture may be slow to decode, and therefore must not delay small pictures. */
  isLarge: boolean;
}

export interface CleanFile extends CleanContent {
  contentType: FileContentType;
  imageName: string;
  scanState: ScanState;
  /** Size of `bytes`, not of the upload. */
  size: number;
  /** SHA-256 of `bytes`, in hex. */
  sha256: string;
}

export type InspectedFile = Checked<{ file: CleanFile }>;

export interface ContentInspector {
  /** `person` is the id of the uploading user, for fair scheduling. */
  inspect(file: PromisingFile, person: string): Promise<InspectedContent>;
}

/** Reports every problem as a violation; the promise never rejects. */
export async function checkFileCheaply(
  purpose: FilePurpose,
  received: ReceivedUpload,
): Promise<Checked<{ promising: PromisingFile }>> {
  const { filename, bytes } = received;
  if (received.tooLarge) return { violation: fileViolations.tooLarge() };
  const violationByName = findViolationByName(purpose, filename, bytes.length);
  if (violationByName) return { violation: violationByName };
  const imageName = safeFileName(filename);
  const { contentType, violation } = await sniff(purpose, bytes, fileExtension(imageName));
  if (violation) return { violation };
  const promising = { purpose, contentType, bytes, imageName };
  if (contentType === "application/pdf") return { promising: { ...promising, isLarge: false } };
  const header = readPictureHeader(bytes, contentType);
  if (!header) return { violation: fileViolations.corrupt() };
  const violationInHeader = findViolationInHeader(header);
  if (violationInHeader) return { violation: violationInHeader };
  return { promising: { ...promising, isLarge: header.width * header.height > maxQuickPixels } };
}

/**
 * Returns bad input as a violation; rejects if the inspection or the scanner cannot run. The scanner sees the
 * file as it was uploaded, before anything decodes it.
 */
export async function inspectFile(
  promising: PromisingFile,
  { scanner, inspector, person }: { scanner: FileScanner; inspector: ContentInspector; person: string },
): Promise<InspectedFile> {
  const scanState = await scanner.scan(promising.bytes);
  if (scanState === "INFECTED") return { violation: fileViolations.infected() };
  const { content, violation } = await inspector.inspect(promising, person);
  if (violation) return { violation };
  const { contentType, imageName } = promising;
  const sha256 = createHash("sha256").update(content.bytes).digest("hex");
  return { file: { ...content, contentType, imageName, scanState, size: content.bytes.length, sha256 } };
}

async function sniff(
  purpose: FilePurpose,
  bytes: Buffer,
  extension: string,
): Promise<Checked<{ contentType: FileContentType }>> {
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime;
  const accepted = acceptedContentTypes(purpose).find((contentType) => contentType === mime);
  if (accepted) {
    return fileExtensions[accepted].includes(extension)
      ? { contentType: accepted }
      : { violation: fileViolations.otherThanItsName(accepted, extension) };
  }
  if (mime && /^image\/hei[cf]/.test(mime)) return { violation: fileViolations.heic(purpose) };
  if (/<svg[\s>]/i.test(bytes.toString("latin1", 0, 4096))) return { violation: fileViolations.svg(purpose) };
  return { violation: fileViolations.type(purpose) };
}
