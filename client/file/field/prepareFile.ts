import {
  acceptedContentTypes,
  contentTypeOfExtension,
  extensionOf,
  type FileContentType,
  type FileViolation,
  fileViolations,
  maxBytes,
  type FilePurpose,
  maxPixels,
  minSidePixels,
} from "../../../server/modules/file/file.rules";
import { dotsPerInch, fitGuideOf, fitsAlready } from "../images/fitGuide";
import { type Edit, longSideOf } from "../images/geometry";
import { withDensity } from "../images/jpegDensity";
import { workOnPicture } from "../images/workOnPicture";
import { isEncryptedPdf, readImageSize, sniffLength, sniffType } from "./inspectFile";
import { keepOriginal, originalOf } from "./originals";

/** A file that is ready to be sent. Plain data: the draft keeps it in IndexedDB. */
export interface PreparedFile {
  file: File;
  contentType: FileContentType;
  /** Pixels; undefined for a PDF. */
  width?: number;
  height?: number;
  /** Bytes of the chosen file, where this one was made from it; undefined where it was left as it is. */
  originalSize?: number;
  /** Pixels that the shown part had before it was fitted; what exceeds them was enlarged. */
  sourceLongSide?: number;
}

export type Prepared =
  | { ready: PreparedFile; problem?: undefined }
  | { problem: FileViolation; ready?: undefined };

/** Bytes; a phone's largest photos stay below. */
const maxSourceBytes = 50 * 1024 * 1024;

/** Supporting pictures up to this many bytes go as they are; a visa as long as the server takes it. */
const lightDocumentBytes = 1024 * 1024;

/**
 * Makes a chosen file one that the server takes: its type is told by its first bytes and the name is put right by
 * it; a picture is fitted to the guidance; a PDF passes as it is. Only what cannot be read is refused.
 */
export async function prepareFile(purpose: FilePurpose, file: File, maxFileBytes: number): Promise<Prepared> {
  const most = Math.min(maxFileBytes, maxBytes[purpose]);
  if (file.size === 0) return { problem: fileViolations.empty() };
  const start = await readStart(file);
  if (!start) return { problem: fileViolations.corrupt() };
  const sniffed = sniffType(start);
  if (sniffed === "svg") return { problem: fileViolations.svg(purpose) };
  if (sniffed === "heic" || sniffed === "avif")
    return (await fitPicture(purpose, file)) ?? { problem: unreadableHere(sniffed) };
  if (!sniffed || !acceptedContentTypes(purpose).includes(sniffed))
    return { problem: fileViolations.type(purpose) };
  if (sniffed === "application/pdf") return preparePdf(purpose, file, most);
  const asItIs =
    purpose === "DOCUMENT" || purpose === "VISA"
      ? await takeAsItIs(file, sniffed, purpose === "VISA" ? most : lightDocumentBytes)
      : await takeWhatFits(purpose, file, sniffed);
  return asItIs ?? (await fitPicture(purpose, file)) ?? { problem: fileViolations.corrupt() };
}

/** Turns and crops a picture anew: from the chosen file while the page knows it, else from what was made of it. */
export async function adjustFile(purpose: FilePurpose, present: PreparedFile, edit: Edit): Promise<Prepared> {
  const { file } = originalOf(present.file);
  const fitted = await fitPicture(purpose, file, edit, present.originalSize);
  return fitted ?? { problem: fileViolations.corrupt() };
}

/** Undefined where this browser cannot read the picture. */
async function fitPicture(
  purpose: FilePurpose,
  file: File,
  edit?: Edit,
  originalSize = file.size,
): Promise<Prepared | undefined> {
  if (file.size > maxSourceBytes) return { problem: tooHeavyToFit(maxSourceBytes) };
  const result = await workOnPicture({ kind: "fit", file, guide: fitGuideOf(purpose), edit });
  if (!result) return undefined;
  const { jpeg, width, height, source, wholeShortSide } = result;
  // What was chosen counts, not what it is enlarged to.
  if (Math.min(width, height, wholeShortSide) < minSidePixels)
    return { problem: fileViolations.tooFewPixels() };
  const fitted = named(jpeg, file.name, "image/jpeg");
  keepOriginal(fitted, { file, edit });
  const sourceLongSide = Math.round(longSideOf(source));
  return { ready: { file: fitted, contentType: "image/jpeg", width, height, originalSize, sourceLongSide } };
}

async function preparePdf(purpose: FilePurpose, file: File, most: number): Promise<Prepared> {
  if (file.size > most) return { problem: fileViolations.tooLarge(purpose) };
  if (await isEncryptedPdf(file)) return { problem: fileViolations.passwordProtected() };
  return {
    ready: { file: named(file, file.name, "application/pdf"), contentType: "application/pdf" },
  };
}

/** Undefined where the picture is too heavy, or too large, to go without being fitted. */
async function takeAsItIs(
  file: File,
  contentType: FileContentType,
  lightBytes: number,
): Promise<Prepared | undefined> {
  if (file.size > lightBytes) return undefined;
  const size = await readImageSize(file);
  if (!size) return { problem: fileViolations.corrupt() };
  if (size.width * size.height > maxPixels) return undefined;
  if (Math.min(size.width, size.height) < minSidePixels) return { problem: fileViolations.tooFewPixels() };
  return { ready: { file: named(file, file.name, contentType), contentType, ...size } };
}

/** Undefined where the picture is to be fitted. It says its resolution then as a fitted one does; all else stays. */
async function takeWhatFits(
  purpose: FilePurpose,
  file: File,
  contentType: FileContentType,
): Promise<Prepared | undefined> {
  const guide = fitGuideOf(purpose);
  if (contentType !== "image/jpeg" || file.size > guide.maxBytes) return undefined;
  const size = await readImageSize(file);
  if (!size || !fitsAlready(size, file.size, guide)) return undefined;
  const bytes = withDensity(new Uint8Array(await file.arrayBuffer()), dotsPerInch);
  const kept = named(new Blob([bytes], { type: contentType }), file.name, contentType);
  return { ready: { file: kept, contentType, ...size } };
}

const usualExtension: Record<FileContentType, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "application/pdf": "pdf",
};

/** The file under a name whose ending says what it is. */
function named(content: Blob, name: string, contentType: FileContentType): File {
  const extension = extensionOf(name);
  if (content instanceof File && contentTypeOfExtension(extension) === contentType) return content;
  const stem = extension ? name.slice(0, -extension.length - 1) : name;
  return new File([content], `${stem}.${usualExtension[contentType]}`, { type: contentType });
}

/** A file that was moved or taken away since it was chosen cannot be read. */
async function readStart(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, sniffLength).arrayBuffer());
  } catch {
    return undefined;
  }
}

/** For a kind of picture that some browsers turn into a JPG and others cannot open: what to do instead. */
function unreadableHere(kind: "heic" | "avif"): FileViolation {
  const message =
    kind === "heic"
      ? "This is a HEIC photo, which this browser cannot read. On an iPhone choose Settings › Camera › Formats › " +
        "Most Compatible and take it again, or take a screenshot of the photo and choose that"
      : "This is an AVIF picture, which this browser cannot read. Open it, save it as a JPG and choose that";
  return { code: "FILE_TYPE", message };
}

/** For a picture whose decoding could take more memory than a phone has. */
function tooHeavyToFit(maxBytes: number): FileViolation {
  return {
    code: "FILE_TOO_LARGE",
    message: `The selected picture must be ${maxBytes / 1024 / 1024} MB or smaller`,
  };
}
