/**
 * The gate for every upload, in two steps: what name, size, type and header tell, which costs nothing; and, of files that
 * passed it, pictures written anew and PDFs read through. What it returns is safe to store and to show.
 */
import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import type { FileScanner } from "../../../ports";
import {
  acceptedContentTypes,
  contentTypeOfExtension,
  extensionOf,
  fileViolations,
  findViolationByName,
  quickPixels,
  safeFileName,
  type FileContentType,
  type FileViolation,
  type FilePurpose,
  type ScanState,
} from "../file.rules";
import type { CleanContent, Content, InspectedContent } from "./inspectContent";
import { findViolationInHeader, readPictureHeader } from "./pictureHeader";

export interface ReceivedUpload {
  /** As the client sent it. */
  filename: string;
  bytes: Buffer;
  /** The receiver stopped at the limit, and `bytes` is only a part. */
  tooLarge?: boolean;
}

/** A file in which nothing has been found without decoding it. */
export interface PromisingFile extends Content {
  /** To show and to offer for saving; never a path. */
  imageName: string;
  /** Whether decoding it may take long, so that it must not stand in the way of what is quick. */
  isLong: boolean;
}

export interface CleanFile extends CleanContent {
  contentType: FileContentType;
  imageName: string;
  scanState: ScanState;
  /** Of `bytes`, not of what was sent. */
  size: number;
  /** Of `bytes`, in hex. */
  sha256: string;
}

type Promising =
  | { violation: FileViolation; promising?: undefined }
  | { promising: PromisingFile; violation?: undefined };

export type InspectedFile =
  | { violation: FileViolation; file?: undefined }
  | { file: CleanFile; violation?: undefined };

/** Where content is decoded. */
export interface ContentInspector {
  /** `person` is who sent it: the places are shared out by person. */
  inspect(file: PromisingFile, person: string): Promise<InspectedContent>;
}

/** The cheap step. Never rejects. */
export async function lookAtFile(purpose: FilePurpose, received: ReceivedUpload): Promise<Promising> {
  const { filename, bytes } = received;
  if (received.tooLarge) return { violation: fileViolations.tooLarge(purpose) };
  const violationByName = findViolationByName(purpose, filename, bytes.length);
  if (violationByName) return { violation: violationByName };
  const imageName = safeFileName(filename);
  const { contentType, violation } = await sniff(purpose, bytes, extensionOf(imageName));
  if (violation) return { violation };
  const promising = { purpose, contentType, bytes, imageName };
  if (contentType === "application/pdf") return { promising: { ...promising, isLong: true } };
  const header = readPictureHeader(bytes, contentType);
  if (!header) return { violation: fileViolations.corrupt() };
  const violationInHeader = findViolationInHeader(header);
  if (violationInHeader) return { violation: violationInHeader };
  return { promising: { ...promising, isLong: header.width * header.height > quickPixels } };
}

/**
 * The step that costs. Bad input is a result; it rejects where the inspection itself cannot run, as the scanner may. The
 * scanner sees the file as it was sent, before anything decodes it.
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
