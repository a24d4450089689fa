import {
  acceptedContentTypes,
  type FileContentType,
  fileExtension,
  type FilePurpose,
  fileViolations,
  maxFileBytes,
  maxPixels,
  minSidePixels,
  fileExtensions,
} from "../../../server/modules/file/file.rules";
import type { PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { dotsPerInch, type FitGuide, fitsAlready, getFitGuide } from "../images/fitGuide";
import { type Edit, getLongSide } from "../images/geometry";
import { withDensity } from "../images/jpegDensity";
import { workOnPicture } from "../images/workOnPicture";
import { isEncryptedPdf, readImageSize, sniffLength, sniffType } from "./inspectFile";

/** A file ready to be sent. Plain data, because drafts store it in IndexedDB. */
export interface PreparedFile {
  file: File;
  contentType: FileContentType;
  /** In pixels; undefined for a PDF. */
  width?: number;
  height?: number;
  /** Size in bytes of the original; undefined if the file was not changed. */
  originalSize?: number;
  /** Pixels of the longer side of the chosen part before fitting. A picture with more pixels was enlarged. */
  sourceLongSide?: number;
}

export type Prepared =
  | { ready: PreparedFile; problem?: undefined }
  | { problem: { message: string }; ready?: undefined };

/** A phone's photos are smaller than this. Decoding a larger picture could use more memory than a phone has. */
const maxSourceMegabytes = 50;

/** Shown if the code that prepares pictures cannot be loaded, e.g. without a connection or after a deployment. */
export const notPreparedText =
  "We could not prepare this file. Check your connection and try again. If that does not help, reload the page";

/**
 * Maximum size in bytes at which the picture of a document is sent unchanged; for a visa, the server's limit applies.
 */
const lightDocumentBytes = 1024 * 1024;

/**
 * Converts a chosen file into one that the server accepts. Its type is detected by its first bytes, and its
 * extension is corrected. Pictures that cannot be sent unchanged are fitted to the guidance; PDFs stay unchanged.
 * Returns a problem if the file cannot be read or fitted.
 */
export async function prepareFile(
  purpose: FilePurpose,
  file: File,
  photoRules?: PhotoRules,
): Promise<Prepared> {
  const guide = getFitGuide(purpose, photoRules);
  if (file.size === 0) return { problem: fileViolations.empty() };
  const start = await readStart(file);
  if (!start) return { problem: fileViolations.corrupt() };
  const sniffed = sniffType(start);
  if (sniffed === "svg") return { problem: fileViolations.svg(purpose) };
  if (sniffed === "heic" || sniffed === "avif")
    return (await fitPicture(file, guide)) ?? { problem: { message: unreadableTexts[sniffed] } };
  if (!sniffed || !acceptedContentTypes(purpose).includes(sniffed))
    return { problem: fileViolations.type(purpose) };
  if (sniffed === "application/pdf") return preparePdf(file);
  const asItIs =
    purpose === "DOCUMENT" || purpose === "VISA"
      ? await takeAsItIs(file, sniffed, purpose === "VISA" ? maxFileBytes : lightDocumentBytes)
      : await takeWhatFits(file, sniffed, guide);
  return asItIs ?? (await fitPicture(file, guide)) ?? { problem: fileViolations.corrupt() };
}

/** Applies an edit to the original if it is still available, otherwise to the fitted file. */
export async function adjustFile(
  purpose: FilePurpose,
  present: PreparedFile,
  edit: Edit,
  photoRules?: PhotoRules,
): Promise<Prepared> {
  const { file } = getOriginal(present.file);
  const fitted = await fitPicture(file, getFitGuide(purpose, photoRules), edit, present.originalSize);
  return fitted ?? { problem: fileViolations.corrupt() };
}

/** Returns undefined if this browser cannot read the picture. */
async function fitPicture(
  file: File,
  guide: FitGuide,
  edit?: Edit,
  originalSize = file.size,
): Promise<Prepared | undefined> {
  if (file.size > maxSourceMegabytes * 1024 * 1024)
    return { problem: { message: `The selected picture must be ${maxSourceMegabytes} MB or smaller` } };
  const result = await workOnPicture({ kind: "fit", file, guide, edit });
  if (result === "not loaded") return { problem: { message: notPreparedText } };
  if (!result) return undefined;
  const { jpeg, width, height, source, wholeShortSide } = result;
  // The source must have enough pixels too, because enlarging it adds no detail.
  if (Math.min(width, height, wholeShortSide) < minSidePixels)
    return { problem: fileViolations.tooFewPixels() };
  const fitted = named(jpeg, file.name, "image/jpeg");
  originals.set(fitted, { file, edit });
  const sourceLongSide = Math.round(getLongSide(source));
  return { ready: { file: fitted, contentType: "image/jpeg", width, height, originalSize, sourceLongSide } };
}

async function preparePdf(file: File): Promise<Prepared> {
  if (file.size > maxFileBytes) return { problem: fileViolations.tooLarge() };
  const copy = await copyFile(file);
  if (!copy) return { problem: fileViolations.corrupt() };
  if (await isEncryptedPdf(copy)) return { problem: fileViolations.passwordProtected() };
  return { ready: { file: named(copy, file.name, "application/pdf"), contentType: "application/pdf" } };
}

/** Returns undefined if the picture has too many bytes or pixels to be sent unchanged. */
async function takeAsItIs(
  file: File,
  contentType: FileContentType,
  lightBytes: number,
): Promise<Prepared | undefined> {
  if (file.size > lightBytes) return undefined;
  const copy = await copyFile(file);
  const size = copy && (await readImageSize(copy));
  if (!size) return { problem: fileViolations.corrupt() };
  if (size.width * size.height > maxPixels) return undefined;
  if (Math.min(size.width, size.height) < minSidePixels) return { problem: fileViolations.tooFewPixels() };
  return { ready: { file: named(copy, file.name, contentType), contentType, ...size } };
}

/** Returns undefined if the picture has to be fitted. Otherwise only its resolution metadata is changed. */
async function takeWhatFits(
  file: File,
  contentType: FileContentType,
  guide: FitGuide,
): Promise<Prepared | undefined> {
  if (contentType !== "image/jpeg" || file.size > guide.maxBytes) return undefined;
  const copy = await copyFile(file);
  if (!copy) return { problem: fileViolations.corrupt() };
  const size = await readImageSize(copy);
  if (!size || !fitsAlready(size, file.size, guide)) return undefined;
  const bytes = withDensity(new Uint8Array(await copy.arrayBuffer()), dotsPerInch);
  const kept = named(new Blob([bytes], { type: contentType }), file.name, contentType);
  return { ready: { file: kept, contentType, ...size } };
}

function named(content: Blob, name: string, contentType: FileContentType): File {
  const extension = fileExtension(name);
  if (content instanceof File && fileExtensions[contentType].includes(extension)) return content;
  const stem = extension ? name.slice(0, -extension.length - 1) : name;
  return new File([content], `${stem}.${fileExtensions[contentType][0]}`, { type: contentType });
}

async function readStart(file: File): Promise<Uint8Array | undefined> {
  const start = await readBytes(file.slice(0, sniffLength));
  return start && new Uint8Array(start);
}

/** Copies a file that is sent unchanged, because the original may be moved or deleted before it is sent. */
async function copyFile(file: File): Promise<File | undefined> {
  const bytes = await readBytes(file);
  return bytes && new File([bytes], file.name, { type: file.type, lastModified: file.lastModified });
}

/** Returns undefined if the file has been moved or deleted since it was chosen, or only a part of it is readable. */
function readBytes(file: Blob): Promise<ArrayBuffer | undefined> {
  return file.arrayBuffer().catch(() => undefined);
}

/** Explains how to convert a format that only some browsers can read. */
const unreadableTexts = {
  heic:
    "This is a HEIC photo, which this browser cannot read. On an iPhone choose Settings › Camera › Formats › " +
    "Most Compatible and take it again, or take a screenshot of the photo and choose that",
  avif: "This is an AVIF picture, which this browser cannot read. Open it, save it as a JPG and choose that",
};

interface Original {
  file: File;
  /** The user's edit; undefined if the automatic fitting was not changed. */
  edit: Edit | undefined;
}

/** The originals of fitted files, until the page is closed. Drafts store only the fitted files. */
const originals = new WeakMap<File, Original>();

/** Returns the chosen file, or the fitted file itself after a reload. */
export function getOriginal(fitted: File): Original {
  return originals.get(fitted) ?? { file: fitted, edit: undefined };
}
